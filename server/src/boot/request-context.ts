import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setContext } from '#http/context.ts';
import { limitOpenStreams } from '#http/rate-limits/open-streams.ts';
import { trackKeyUse } from '#keys/key-use.ts';
import { trackRunningRequests } from '#keys/running-requests.ts';
import type { Environment } from '#lib/environment.ts';
import { recordAudit } from '#records/audit.ts';
import type { Principal } from '#records/principal.ts';
import type { Services } from '#services.ts';
import type { Store } from '#storage/store.ts';
import { countUsage, type UsageCounter } from '#usage/count-usage.ts';

/** Gives an authenticated request its context. The request is counted, bound to the workspace of its principal, and ends
 *  with its key, token or sign-in. */
export type Admit = (request: FastifyRequest, reply: FastifyReply, principal: Principal) => Promise<void>;

/** API and widget routes both use this, so that every request is counted and can be ended in one place. */
export function bindRequestContext(
  app: FastifyInstance,
  services: Pick<Services, 'store' | 'clock' | 'config' | 'log'> & { stores: Record<Environment, Store> },
): { admit: Admit; usage: UsageCounter } {
  const { store, stores, clock, config } = services;
  const running = trackRunningRequests(services);
  const keyUse = trackKeyUse(services);
  const usage = countUsage(services);
  const holdOpen = limitOpenStreams(config);
  // Early enough that the requests it ends can still answer.
  app.addHook('preClose', async () => running.endAfter(config.SHUTDOWN_SECONDS * 800));
  app.addHook('onClose', async () => {
    await running.close();
    await keyUse.close();
    await usage.close();
  });
  // Streams can still be ended early; a complete body cannot.
  app.addHook('onSend', async (request, _reply, payload) => {
    if (payload === null || typeof payload === 'string' || Buffer.isBuffer(payload))
      running.answered(request);
    return payload;
  });
  const admit: Admit = async (request, reply, principal) => {
    const { workspaceId, knowledgeBaseIds, asUser } = principal;
    keyUse.note(principal);
    const count = usage.of(principal);
    count('requests');
    const { signal, guard, withWorkspace } = await running.add(request, reply, principal);
    const storeFor = (person: readonly string[] | null) =>
      guard(store.workspace(workspaceId, knowledgeBaseIds, person), store.environment);
    setContext(request, {
      principal,
      store: storeFor(asUser),
      // A sender that sees only what everyone may see stays so, whomever the request names.
      storeFor: (person) => storeFor(asUser ?? person ?? null),
      people: guard(stores.live.workspace(workspaceId, knowledgeBaseIds), 'live'),
      otherWorkspace: (environment, id) => guard(stores[environment].workspace(id), 'other-workspace'),
      withWorkspace,
      signal,
      holdOpen: () => holdOpen(reply, principal),
      audit: (tx, action, subjectId, details) =>
        recordAudit(tx, { actor: principal.actor, action, subjectId, details, now: clock.now() }),
      count,
    });
  };
  return { admit, usage };
}
