import { createPrivateKey, X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { isInstantAlone } from '#boot/open-models.ts';
import type { Config } from '#config/config.ts';
import { VERSION } from '#lib/version.ts';
import { checkDeep, type DeepOptions } from '#models/open-deep.ts';
import { type Check, checkOf } from './check.ts';

const MB = 1024 * 1024;
/** Memory of the process without its indexes, see bench/README.md. */
const PROCESS_MB = 250;
const FREE_MB = 500;
const DAY_MS = 86_400_000;
/** Certificates are usually renewed a month before they expire. */
const RENEW_DAYS = 30;

/** Checks the program, its settings, memory, the data folder, the deep model and the certificate. deep: how it is opened. */
export async function* checkMachine(config: Config, deep: DeepOptions = {}): AsyncGenerator<Check> {
  yield await checkOf('node', () => `${process.version}, Footnote ${VERSION}`);
  yield await checkOf('settings', () => 'all are valid');
  yield await checkOf('memory', () => memory(config));
  yield await checkOf('data folder', () => dataFolder(config));
  if (!isInstantAlone(config))
    yield await checkOf(
      'deep model',
      async () => `${await checkDeep(deep)} can run, and its files are whole`,
    );
  const { TLS_CERT_FILE, TLS_KEY_FILE } = config;
  if (TLS_CERT_FILE !== undefined && TLS_KEY_FILE !== undefined)
    yield await checkOf('TLS', () => certificate(TLS_CERT_FILE, TLS_KEY_FILE));
}

function memory({ INDEX_MEMORY_MB, INGEST_WORKERS, DOCUMENT_MEMORY_MB, ROLE }: Config): string {
  // The limit of the container or systemd unit, if there is one.
  const limit = process.constrainedMemory();
  const availableMb = Math.floor(Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / MB);
  const neededMb = INDEX_MEMORY_MB + PROCESS_MB;
  if (neededMb > availableMb)
    throw new Error(
      `INDEX_MEMORY_MB is ${INDEX_MEMORY_MB} and the process needs ${PROCESS_MB} MB more, but only ${availableMb} MB are available. Set INDEX_MEMORY_MB to ${Math.max(16, availableMb - PROCESS_MB)} or less.`,
    );
  const mostMb = neededMb + (ROLE === 'api' ? 0 : INGEST_WORKERS * DOCUMENT_MEMORY_MB);
  return `at most ${mostMb.toLocaleString('en')} MB while processing large documents, of ${availableMb.toLocaleString('en')} MB`;
}

function dataFolder({ DATA_DIR }: Config): string {
  const folder = resolve(DATA_DIR);
  if (!existsSync(folder)) return `${folder} does not exist yet; the first start creates it`;
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(
      `This user cannot read and write ${folder}. Run the command as the service's user, or change the folder's owner.`,
      { cause },
    );
  }
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.round((bavail * bsize) / MB);
  if (freeMb < FREE_MB) throw new Error(`${folder} has only ${freeMb} MB left. Free at least ${FREE_MB} MB.`);
  return `${folder}, ${freeMb.toLocaleString('en')} MB free`;
}

function certificate(certFile: string, keyFile: string): string {
  const advice = 'Set a certificate and its private key, both PEM and readable by this user.';
  let found: X509Certificate;
  try {
    found = new X509Certificate(readFileSync(certFile));
    if (!found.checkPrivateKey(createPrivateKey(readFileSync(keyFile))))
      throw new Error('the key does not belong to the certificate');
  } catch (cause) {
    throw new Error(`${certFile} and ${keyFile} cannot be used: ${(cause as Error).message}. ${advice}`, {
      cause,
    });
  }
  const days = Math.floor((found.validToDate.getTime() - Date.now()) / DAY_MS);
  if (days < RENEW_DAYS)
    throw new Error(
      `The certificate in ${certFile} ${days < 0 ? 'expired' : 'expires'} on ${found.validToDate.toISOString()}. Renew it; the service loads the new one without a restart.`,
    );
  return `valid for ${days} days`;
}
