import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalidField } from '#errors.ts';
import { createHeartbeat } from '#lib/async/heartbeat.ts';
import type { Clock } from '#lib/clock.ts';
import { decrypt, encrypt } from '#lib/encrypt.ts';
import type { SourceId } from '#lib/ids.ts';
import type { RequestLease, Store, WorkspaceTransaction } from '#storage/store.ts';
import type { IdempotentRequestRow } from '#storage/tables.ts';
import { isAnswered } from './answered-requests.ts';
import { bodyHashOf } from './body/body-hash.ts';
import { contextOf } from './context.ts';
import { type ServerEvent, sendEvents } from './event-stream.ts';
import { unlessInterrupted } from './interrupted-error.ts';
import { type KeepAnswer, type KeptAnswer, replayAnswer } from './kept-answer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The sources that a successful answer quotes. Once one of them is deleted, the answer is not replayed. */
    quotes?: (body: never) => string[];
    /** Replays a stored answer as the stream of events that the request asks for; undefined if it does not ask for one. */
    replayAsEvents?: (request: FastifyRequest, body: never) => AsyncGenerator<ServerEvent, void> | undefined;
  }
}

/** How long an answer is kept. */
export const KEPT_MS = 24 * 3_600_000;
/** A node that was silent for this long has lost its running requests. */
const LEASE_MS = 15_000;

/** A request that runs on this node. hash: null until a form is fully read. */
type Run = { lease: RequestLease; hash: string | null; isKept: boolean };
type Dependencies = {
  store: Store;
  clock: Clock;
  log: FastifyBaseLogger;
  config: { STREAM_HEARTBEAT_SECONDS: number };
};

/** Makes POST and PATCH requests with an `Idempotency-Key` safe to repeat. The first successful request stores its answer
 *  in the transaction of its write, and repetitions get that answer. Failed requests store nothing. */
export function acceptIdempotencyKeys(app: FastifyInstance, services: Dependencies): void {
  const { clock, log, store } = services;
  const runs = new Map<FastifyRequest, Run>();
  const heartbeat = createHeartbeat<RequestLease>({
    clock,
    leaseMs: LEASE_MS,
    extend: (leases, leaseUntil) => store.leases.extend('idempotent_requests', leases, leaseUntil),
    onError: (error) => log.warn({ err: error }, 'the leases of running requests were not extended'),
  });
  /** True for the first call only. */
  const endRun = (request: FastifyRequest, { lease }: Run): boolean => {
    heartbeat.release(lease);
    return runs.delete(request);
  };
  /** Not the store of the request: a key is released even after the credential has ended. */
  const transactionOf = (request: FastifyRequest) =>
    store.workspace(contextOf(request).principal.workspaceId).transaction;
  const release = async (request: FastifyRequest, { lease }: Run): Promise<void> =>
    await transactionOf(request)((tx) => tx.idempotentRequests.release(lease), { isVolatile: true }).catch(
      (error) =>
        request.log.warn({ err: error }, 'the Idempotency-Key of a request that failed was not freed'),
    );

  // By now the request has passed every check that does not write.
  app.addHook('preHandler', async (request, reply) => {
    const key = keyOf(request);
    if (key === undefined) return;
    const found = await findOrBegin(services, request, key);
    if ('answered' in found) {
      if (found.answered.request_hash === hashOf(request))
        return await replay(services, request, reply, found.answered);
      // A form is compared once it has been read.
      contextOf(request).noteForm = async (formHash) => {
        assertSame(found.answered.request_hash, hashOf(request, formHash));
        contextOf(request).earlierAnswer = await openAnswer(request, found.answered);
      };
      return;
    }
    const { run } = found;
    // If the request was already answered or its client has disconnected, no later hook would release the key.
    if (isAnswered(request, reply) || reply.raw.destroyed) {
      await release(request, run);
      if (isAnswered(request, reply)) return reply;
      throw new AppError('invalid_request', 'The client closed the connection.');
    }
    runs.set(request, run);
    heartbeat.hold(run.lease);
    contextOf(request).keepAnswer = keeper(request, run);
    contextOf(request).noteForm = async (formHash) => {
      run.hash = hashOf(request, formHash);
    };
    // Streams end without `onSend`, as do requests whose clients have disconnected.
    reply.raw.once('close', () => {
      if (endRun(request, run)) void release(request, run);
    });
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const run = runs.get(request);
    if (!run) return payload;
    endRun(request, run);
    if (reply.statusCode >= 400) await release(request, run);
    else if (!run.isKept) await keepSent(request, reply, payload);
    return payload;
  });

  app.addHook('onClose', () => heartbeat.idle());
}

/** The idempotency key of a request on a route that accepts one. Throws 422 if it is malformed. */
function keyOf({ method, headers, routeOptions }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  const { access, protocol } = routeOptions.config;
  if (key === undefined || access === 'open' || protocol === 'tus') return undefined;
  if (method !== 'POST' && method !== 'PATCH') return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key))
    throw invalidField('Idempotency-Key', 'must be 1 to 255 printable ASCII characters');
  return key;
}

const isForm = (request: FastifyRequest): boolean => request.isMultipart();

/** A hash that identifies a request. Keyed with the caller's secret: bodies contain passwords, and the database must not
 *  help to guess them. The part before the dot identifies the secret. */
function hashOf(request: FastifyRequest, bodyHash = bodyHashOf(request)): string {
  const { secret } = contextOf(request).principal;
  const hmac = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
  return `${hmac('').slice(0, 16)}.${hmac(`${request.method} ${request.url}\n${bodyHash}`)}`;
}

/** Throws 422 if the hash belongs to a different request, or to another sign-in of the same person. */
function assertSame(stored: string | null, sent: string | null): void {
  if (stored === null || sent === null || stored === sent) return;
  throw stored.split('.')[0] === sent.split('.')[0] ? otherRequest() : otherSignIn();
}

/** Whether a row has a hash from before they were keyed with the caller's secret, which cannot be compared. */
const isIncomparable = ({ request_hash, lease_until }: IdempotentRequestRow): boolean =>
  lease_until === null && request_hash !== null && !request_hash.includes('.');

/** Returns the stored answer of the request, or a new run of it. Throws 409 while it runs elsewhere, and 422 if the key
 *  was used for a different request. */
async function findOrBegin(
  { clock }: Dependencies,
  request: FastifyRequest,
  key: string,
): Promise<{ answered: IdempotentRequestRow } | { run: Run }> {
  const { store, principal } = contextOf(request);
  const hash = isForm(request) ? null : hashOf(request);
  const lease = {
    workspace_id: principal.workspaceId,
    idempotency_key: key,
    lease_token: randomUUID(),
  };
  return await store.transaction(
    async (tx) => {
      const now = clock.now();
      const row = await tx.idempotentRequests.find(key);
      if (row && row.created_at > now - KEPT_MS && !isIncomparable(row)) {
        if (row.actor_id !== principal.actor.id)
          throw invalidField('Idempotency-Key', 'was used by another API key or person; choose another key');
        assertSame(row.request_hash, hash);
        if (row.lease_until === null) return { answered: row };
        if (row.lease_until > now) throw stillRunning();
      }
      await tx.idempotentRequests.begin({
        ...lease,
        actor_id: principal.actor.id,
        request_hash: hash,
        lease_until: now + LEASE_MS,
        created_at: now,
      });
      return { run: { lease, hash, isKept: false } };
    },
    { isVolatile: true },
  );
}

/** Stores an answer in the transaction of its write. The transaction fails if another node runs the request by now. */
const keeper =
  (request: FastifyRequest, run: Run): KeepAnswer =>
  async (tx, { status, location, body }) => {
    const isHeld = await tx.idempotentRequests.end(run.lease, {
      request_hash: run.hash,
      status,
      location: location ?? null,
      body: encrypt(encryptionKeyOf(request), JSON.stringify(body) ?? 'null'),
      source_ids: JSON.stringify(quotedBy(request, body)),
    });
    if (!isHeld) throw overtaken();
    run.isKept = true;
  };

/** Stores the answer of a request that wrote nothing. */
async function keepSent(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  const { store, keepAnswer } = contextOf(request);
  const body: unknown = typeof payload === 'string' ? JSON.parse(payload) : null;
  const location = reply.getHeader('location')?.toString();
  await unlessInterrupted(
    store.transaction(async (tx: WorkspaceTransaction) =>
      keepAnswer?.(tx, { status: reply.statusCode, location, body }),
    ),
  );
}

const quotedBy = ({ routeOptions: { config } }: FastifyRequest, body: unknown): string[] => [
  ...new Set(config.quotes?.(body as never)),
];

const encryptionKeyOf = (request: FastifyRequest) => {
  const { principal, store } = contextOf(request);
  return {
    secret: principal.secret,
    belongsTo: `${store.environment} ${store.workspaceId} ${request.headers['idempotency-key']}`,
    purpose: 'the answer of a request',
  } as const;
};

/** Throws 422 if the answer can no longer be replayed. */
async function openAnswer(request: FastifyRequest, row: IdempotentRequestRow): Promise<KeptAnswer> {
  const sourceIds = JSON.parse(row.source_ids ?? '[]') as SourceId[];
  // A source may have been hidden since from the person for whom it was asked.
  const { as_user: asUser } = (request.body ?? {}) as { as_user?: readonly string[] };
  const { sources } = contextOf(request).storeFor(asUser);
  if (sourceIds.length > 0 && (await sources.findMany(sourceIds)).length < sourceIds.length)
    throw invalidField(
      'Idempotency-Key',
      'names a request whose answer quoted a source that was deleted or hidden since; choose another key to ask again',
    );
  const body = decrypt(encryptionKeyOf(request), row.body ?? '');
  if (body === undefined) throw otherSignIn();
  return {
    status: row.status ?? 200,
    location: row.location ?? undefined,
    body: JSON.parse(body) as unknown,
  };
}

async function replay(
  { config }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  row: IdempotentRequestRow,
): Promise<FastifyReply> {
  const body = replayAnswer(reply, await openAnswer(request, row));
  const events = request.routeOptions.config.replayAsEvents?.(request, body as never);
  if (!events) return reply.send(body);
  const heartbeatMs = config.STREAM_HEARTBEAT_SECONDS * 1_000;
  return await sendEvents(request, reply, { events, signal: contextOf(request).signal, heartbeatMs });
}

const otherRequest = (): AppError =>
  invalidField('Idempotency-Key', 'was used for another request; choose a new key for each request');

const otherSignIn = (): AppError =>
  invalidField(
    'Idempotency-Key',
    'names a request of an earlier sign-in, which only that sign-in can read; choose another key',
  );

const stillRunning = (): AppError =>
  new AppError(
    'conflict',
    'The request with this Idempotency-Key is still running. Send it again in a few seconds to get its answer.',
    { headers: { 'retry-after': '1' } },
  );

const overtaken = (): AppError =>
  new AppError(
    'unavailable',
    'Another request with the same Idempotency-Key took over because this one stalled. Send it again.',
    { headers: { 'retry-after': '1' } },
  );
