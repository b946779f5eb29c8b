import { createPrivateKey, X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { Config } from '#config/config.ts';
import { VERSION } from '#lib/version.ts';
import { type Check, checkOf } from './check.ts';

const MB = 1024 * 1024;
/** What the process takes beside its indexes, see bench/README.md. */
const PROCESS_MB = 250;
const FREE_MB = 500;
const DAY_MS = 86_400_000;
/** Authorities renew a month before the end. */
const RENEW_DAYS = 30;

/** The program, its settings, and what the machine has for it. */
export async function* checkMachine(config: Config): AsyncGenerator<Check> {
  yield await checkOf('node', () => `${process.version}, Footnote ${VERSION}`);
  yield await checkOf('settings', () => 'all are valid');
  yield await checkOf('memory', () => memory(config));
  yield await checkOf('data folder', () => dataFolder(config));
  const { TLS_CERT_FILE, TLS_KEY_FILE } = config;
  if (TLS_CERT_FILE !== undefined && TLS_KEY_FILE !== undefined)
    yield await checkOf('TLS', () => certificate(TLS_CERT_FILE, TLS_KEY_FILE));
}

function memory({ INDEX_MEMORY_MB, INGEST_WORKERS, DOCUMENT_MEMORY_MB, ROLE }: Config): string {
  // Of a container or unit, where there is one.
  const limit = process.constrainedMemory();
  const availableMb = Math.floor(Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / MB);
  const neededMb = INDEX_MEMORY_MB + PROCESS_MB;
  if (neededMb > availableMb)
    throw new Error(
      `INDEX_MEMORY_MB is ${INDEX_MEMORY_MB}, and the process takes ${PROCESS_MB} MB more, but there are ${availableMb} MB: set INDEX_MEMORY_MB to ${Math.max(16, availableMb - PROCESS_MB)} or less.`,
    );
  const mostMb = neededMb + (ROLE === 'api' ? 0 : INGEST_WORKERS * DOCUMENT_MEMORY_MB);
  return `at most ${mostMb.toLocaleString('en')} MB while large documents are read, of ${availableMb.toLocaleString('en')} MB`;
}

function dataFolder({ DATA_DIR }: Config): string {
  const folder = resolve(DATA_DIR);
  if (!existsSync(folder)) return `${folder} is not there yet; the first start makes it`;
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(
      `${folder} cannot be read and written by this user: run this as the user of the service, or give it the folder.`,
      { cause },
    );
  }
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.round((bavail * bsize) / MB);
  if (freeMb < FREE_MB)
    throw new Error(`${folder} has ${freeMb} MB left; make room for at least ${FREE_MB}.`);
  return `${folder}, ${freeMb.toLocaleString('en')} MB free`;
}

function certificate(certFile: string, keyFile: string): string {
  const advice = 'Name a certificate and its key, both PEM, which this user may read.';
  let found: X509Certificate;
  try {
    found = new X509Certificate(readFileSync(certFile));
    if (!found.checkPrivateKey(createPrivateKey(readFileSync(keyFile))))
      throw new Error('the key is not that of the certificate');
  } catch (cause) {
    throw new Error(`${certFile} and ${keyFile} cannot be used: ${(cause as Error).message}. ${advice}`, {
      cause,
    });
  }
  const days = Math.floor((found.validToDate.getTime() - Date.now()) / DAY_MS);
  if (days < RENEW_DAYS)
    throw new Error(
      `The certificate in ${certFile} ${days < 0 ? 'ended' : 'ends'} on ${found.validToDate.toISOString()}: renew it; the service takes the new one without a restart.`,
    );
  return `valid for ${days} days`;
}
