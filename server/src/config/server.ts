import { z } from 'zod';
import { descriptorLimit } from './descriptor-limit.ts';
import {
  baseUrl,
  commaList,
  numberFrom,
  oneOf,
  type Settings,
  type Values,
  wholeNumber,
  wholeNumberFrom,
} from './setting.ts';

const port = (fallback: number) => wholeNumberFrom(0, 65_535).default(fallback);
const file = z.string().min(1).optional();

const origins = commaList().superRefine((list, context) => {
  const wrong = list.find((origin) => origin !== '*' && !isOrigin(origin));
  const message =
    wrong !== undefined
      ? `"${wrong}" is not an origin such as https://app.example.com, without a path`
      : list.includes('*') && list.length > 1
        ? '* allows every origin: remove the others'
        : undefined;
  if (message) context.addIssue({ code: 'custom', message });
});

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).origin === text && !text.includes('*');

const hostNames = commaList((name) => name.toLowerCase()).superRefine((list, context) => {
  const wrong = list.find((name) => name !== '*' && !/^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name));
  if (wrong !== undefined)
    context.addIssue({
      code: 'custom',
      message: `"${wrong}" is not a host name such as api.example.com or *.example.com, without scheme, port and path`,
    });
});

/** File descriptors left for files, the database, fetched pages and models. */
const RESERVED_DESCRIPTORS = 256;
/** Idle connections take about 30 kB each: 300 MB. */
const MOST_CONNECTIONS = 10_000;

/** Each of two ports may take half of what the descriptor limit leaves. Beyond that limit the system refuses connections on
 *  both ports, and opening files. */
const defaultMaxConnections = (): number =>
  Math.max(16, Math.min(MOST_CONNECTIONS, Math.floor((descriptorLimit() - RESERVED_DESCRIPTORS) / 2)));

/** How the service is reached, how it stops, and what can be observed of it. */
export const SERVER_SETTINGS = {
  PORT: port(8080).describe('Port of the live environment; 0 picks a free one.'),
  SANDBOX_PORT: port(8081).describe('Port of the sandbox; 0 picks a free one.'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Network address to listen on; 0.0.0.0 is every address of the machine.'),
  CITATION_STYLE: oneOf('annotations', 'markers', 'footnotes', 'none')
    .default('annotations')
    .describe(
      'How replies to clients of OpenAI show their sources unless a request says otherwise: annotations beside the text, also markers such as [1] in it, also footnotes with links below it, or none.',
    ),
  LIVE_BASE_URL: baseUrl
    .optional()
    .describe(
      'Public URL of the live environment. If SANDBOX_BASE_URL is set too, PORT serves both, and the host name of a request decides.',
    ),
  SANDBOX_BASE_URL: baseUrl.optional().describe('Public URL of the sandbox.'),
  TLS_CERT_FILE: file.describe(
    'Certificate chain, PEM. With TLS_KEY_FILE the service answers HTTPS and HTTP/2 itself; both files are reloaded when they change.',
  ),
  TLS_KEY_FILE: file.describe('Private key of the certificate, PEM.'),
  CORS_ORIGINS: origins.describe(
    'Origins whose web pages may call the API with a key: a comma list such as https://app.example.com, or * for all. Not set: none.',
  ),
  ALLOWED_HOSTS: hostNames.describe(
    'More host names to answer requests for, besides the base URLs, IP addresses and private names: a comma list such as api.example.com or *.example.com, or * for all.',
  ),
  MAX_CONNECTIONS: wholeNumber(defaultMaxConnections(), 16, 1_000_000).describe(
    'Most open connections on each port; more are closed at once. The default is half of what the limit on open files leaves, at most 10,000.',
  ),
  REQUEST_TIMEOUT_SECONDS: wholeNumber(60, 1, 3600).describe(
    'How long a client may take to send a whole request.',
  ),
  STREAM_HEARTBEAT_SECONDS: wholeNumber(15, 1, 600).describe(
    'How often a silent stream sends a comment, so that proxies keep it open.',
  ),
  SHUTDOWN_SECONDS: wholeNumber(25, 1, 600).describe(
    'How long running requests may take to finish after SIGTERM and DRAIN_SECONDS.',
  ),
  DRAIN_SECONDS: wholeNumber(0, 0, 600).describe(
    'How long to keep taking requests after SIGTERM, with /readyz at 503, so that a load balancer can move on.',
  ),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('info')
    .describe('Least severe level to log.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'takes 16 characters or more, without spaces')
    .optional()
    .meta({
      description: 'Bearer token for /metrics. Not set: only this machine may read them.',
      secret: 'whole',
    }),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl
    .optional()
    .describe('OpenTelemetry collector to send traces to, such as http://127.0.0.1:4318.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]+(,[^=,\s]+=[^,]+)*$/, 'must be a comma list of name=value')
    .optional()
    .meta({ description: 'Headers for the collector: a comma list of name=value.', secret: 'whole' }),
  OTEL_TRACES_SAMPLER_ARG: numberFrom(0, 1)
    .default(1)
    .describe('Share of traces to send, 0 to 1, unless the caller has decided.'),
} satisfies Settings;

/** Settings that contradict each other, a sentence each. */
export function wrongServerSettings(config: Partial<Values<typeof SERVER_SETTINGS>>): string[] {
  const { TLS_CERT_FILE, TLS_KEY_FILE, PORT, SANDBOX_PORT, LIVE_BASE_URL, SANDBOX_BASE_URL } = config;
  const wrong: string[] = [];
  if ((TLS_CERT_FILE === undefined) !== (TLS_KEY_FILE === undefined)) {
    const [missing, other] =
      TLS_CERT_FILE === undefined ? ['TLS_CERT_FILE', 'TLS_KEY_FILE'] : ['TLS_KEY_FILE', 'TLS_CERT_FILE'];
    wrong.push(`${missing}: is missing; ${other} needs it. Set both, or neither.`);
  }
  if (PORT && PORT === SANDBOX_PORT && !(LIVE_BASE_URL && SANDBOX_BASE_URL))
    wrong.push(
      'SANDBOX_PORT: is the same as PORT. Choose another port, or set both LIVE_BASE_URL and SANDBOX_BASE_URL.',
    );
  return wrong;
}
