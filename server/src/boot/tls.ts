import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#config/config.ts';
import { OperatorError } from '#lib/operator-error.ts';

/** A certificate with its key, PEM. */
export type KeyPair = { cert: Buffer; key: Buffer };

/** The current certificate of the service. */
export type Tls = {
  current(): KeyPair;
  /** Calls the listener with each new pair. */
  onChange(listener: (pair: KeyPair) => void): void;
  close(): void;
};

/** Renewal writes the two files one after the other: wait for both. */
const SETTLE_MS = 200;
/** Some file systems report no changes. */
const POLL_MS = 60_000;

/** Reads the certificate and its key, and reloads them when they change. An invalid pair is logged and the old one stays
 *  in use. Undefined if no certificate is configured. Throws an OperatorError if the pair cannot be used. */
export async function openTls(
  { TLS_CERT_FILE, TLS_KEY_FILE }: Pick<Config, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>,
  log: FastifyBaseLogger,
): Promise<Tls | undefined> {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return undefined;
  const files: Files = { cert: TLS_CERT_FILE, key: TLS_KEY_FILE };
  let pair = await readPair(files).catch((error) => {
    throw new OperatorError(
      `TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${error.message}. Set them to a certificate and its private key, both PEM and readable by this user.`,
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
      log.info('TLS certificate reloaded');
    } catch (error) {
      log.error({ err: error }, 'reloading the TLS certificate failed; the old one stays in use');
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const lookSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, SETTLE_MS);
  };
  // Watches the folders, because files are usually replaced, sometimes behind a symbolic link that keeps its name.
  const watchers = [...new Set(Object.values(files).map((file) => dirname(file)))].map((folder) =>
    watch(folder, lookSoon).on('error', () => {}),
  );
  const interval = setInterval(look, POLL_MS);
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

/** Throws if the key does not match the certificate. */
async function readPair(files: Files): Promise<KeyPair> {
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
  createSecureContext({ cert, key });
  return { cert, key };
}
