import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';

/** Whether certificates can be made here. */
export const CAN_MAKE_CERTIFICATES = ((): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Makes a certificate of localhost, signed by itself, in a folder, in the place of the one before. */
export function makeCertificate(
  folder: string,
  commonName: string,
): { TLS_CERT_FILE: string; TLS_KEY_FILE: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  const names = ['-subj', `/CN=${commonName}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', [...request, ...names, '-keyout', `${key}.new`, '-out', `${cert}.new`], {
    stdio: 'ignore',
  });
  renameSync(`${key}.new`, key);
  renameSync(`${cert}.new`, cert);
  return { TLS_CERT_FILE: cert, TLS_KEY_FILE: key };
}
