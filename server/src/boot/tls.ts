import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#config/config.ts';
import { OperatorError } from '#lib/operator-error.ts';

/** A certificate with its key, PEM. */
export type KeyPair = { cert: Buffer; key: Buffer };

/** The certificate of the service, as the files have it. */
export type Tls = {
  current(): KeyPair;
  /** Calls back with each new pair. */
  onChange(listener: (pair: KeyPair) => void): void;
  close(): void;
};

/** Both files are written by somebody else, one after the other: a pair that does not fit is looked at again then. */
const SETTLE_MS = 200;
/** Some file systems tell no news. */
const LOOK_EVERY_MS = 60_000;

/** Reads the certificate and its key, and reads them again when they change; a pair that is broken is logged, and the one
 *  before it stays. Undefined when there are none in the settings. Throws an OperatorError when they cannot be used. */
export async function openTls(
  { TLS_CERT_FILE, TLS_KEY_FILE }: Pick<Config, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>,
  log: FastifyBaseLogger,
): Promise<Tls | undefined> {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return undefined;
  const files: Files = { cert: TLS_CERT_FILE, key: TLS_KEY_FILE };
  let pair = await readPair(files).catch((error) => {
    throw new OperatorError(
      `TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${error.message}. Name a certificate and its key, both PEM, which this user may read.`,
      { cause: error },
    );
  });
  const listeners: ((pair: KeyPair) => void)[] = [];

  const look = async (): Promise<void> => {
    try {
      const read = await readPair(files);
      if (read.cert.equals(pair.cert) && read.key.equals(pair.key)) return;
      pair = read;
      for (const listener of listeners) listener(pair);
      log.info('the TLS certificate was changed');
    } catch (error) {
      log.error({ err: error }, 'the TLS certificate cannot be read: the one before it stays');
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const lookSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, SETTLE_MS);
  };
  // The folders, because files are mostly replaced, also behind a link that does not change its name.
  const watchers = [...new Set(Object.values(files).map((file) => dirname(file)))].map((folder) =>
    watch(folder, lookSoon).on('error', () => {}),
  );
  const interval = setInterval(look, LOOK_EVERY_MS);
  for (const each of [...watchers, interval]) each.unref();
  return {
    current: () => pair,
    onChange: (listener) => void listeners.push(listener),
    close: () => {
      for (const watcher of watchers) watcher.close();
      clearInterval(interval);
      clearTimeout(timer);
    },
  };
}

type Files = { cert: string; key: string };

/** Throws when the two do not belong together. */
async function readPair(files: Files): Promise<KeyPair> {
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
  createSecureContext({ cert, key });
  return { cert, key };
}
