import type { FastifyInstance } from 'fastify';

/** Features that our pages never use. Passkeys are for our own pages only. */
const DENIED = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS = [
  ...DENIED.map((name) => `${name}=()`),
  'clipboard-write=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ');

/** The headers of every answer. Pages bring their own content-security-policy instead. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const A_YEAR = 31_536_000;

/** Tells browsers not to store, frame, sniff or leak answers.
 *  isHttps: whether clients reach this URL over https, also through a proxy. Browsers must then use https from now on. */
export function setSecurityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  const headers = isHttps ? { ...HEADERS, 'strict-transport-security': `max-age=${A_YEAR}` } : HEADERS;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
