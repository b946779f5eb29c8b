import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const hashes = new WeakMap<FastifyRequest, string>();
const NOTHING = createHash('sha256').digest('hex');

/** Whether the hash will be needed. Hashing costs 1 ms per 0.5 MB. */
const isAsked = ({ headers }: FastifyRequest): boolean => headers['idempotency-key'] !== undefined;

/** Remembers the hash of a body that was read whole. */
export function noteBody(request: FastifyRequest, body: Uint8Array): void {
  if (isAsked(request)) hashes.set(request, createHash('sha256').update(body).digest('hex'));
}

/** SHA-256 of the body in hex. The hash of nothing if there is no body or it was not hashed. */
export const bodyHashOf = (request: FastifyRequest): string => hashes.get(request) ?? NOTHING;
