import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const hashes = new WeakMap<FastifyRequest, string>();
const NOTHING = createHash('sha256').digest('hex');

/** Whether somebody will ask what the body was: hashing costs 1 ms for each 0.5 MB. */
const isAsked = ({ headers }: FastifyRequest): boolean => headers['idempotency-key'] !== undefined;

/** Remembers the hash of a body that came as a whole. */
export function noteBody(request: FastifyRequest, body: Uint8Array): void {
  if (isAsked(request)) hashes.set(request, createHash('sha256').update(body).digest('hex'));
}

/** SHA-256 in hex of the body; of none, and of one that nobody noted, that of nothing. */
export const bodyHashOf = (request: FastifyRequest): string => hashes.get(request) ?? NOTHING;
