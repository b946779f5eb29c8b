import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setContext } from '#http/context.ts';
import type { Principal } from '#http/principal.ts';
import { trackKeyUse } from '#keys/key-use.ts';
import { guardWrites, trackRunningRequests } from '#keys/revocation.ts';
import type { Environment } from '#lib/environment.ts';
import type { Services } from '#services.ts';
import type { Store } from '#storage/store.ts';
import { countUsage, type UsageCounter } from '#usage/count-usage.ts';

/** Takes in a request that may pass: from here on it is counted, bound to the workspace of its principal, and ends with its
 *  key, token or sign-in. */
export type Admit = (request: FastifyRequest, reply: FastifyReply, principal: Principal) => Promise<void>;

/** One for all requests of an app, whatever they show, so that each is counted, and ended, in one place. */
export function admitRequests(
  app: FastifyInstance,
  services: Pick<Services, 'store' | 'clock' | 'config' | 'log'> & { stores: Record<Environment, Store> },
): { admit: Admit; usage: UsageCounter } {
  const { store, stores, config } = services;
  const running = trackRunningRequests(services);
  const keyUse = trackKeyUse(services);
  const usage = countUsage(services);
  // Early enough that what is ended can still say so.
  app.addHook('preClose', async () => running.endAfter(config.SHUTDOWN_SECONDS * 800));
  app.addHook('onClose', async () => {
    await running.close();
    await keyUse.close();
    await usage.close();
  });
  const admit: Admit = async (request, reply, principal) => {
    const { workspaceId, knowledgeBaseIds } = principal;
    keyUse.note(principal);
    const count = usage.of(principal);
    count('requests');
    setContext(request, {
      principal,
      store: guardWrites(store.workspace(workspaceId, knowledgeBaseIds), principal),
      people: guardWrites(stores.live.workspace(workspaceId, knowledgeBaseIds), {
        assertValid: (reads) => principal.assertValid(reads, 'live'),
      }),
      signal: await running.add(request, reply, principal),
      detach: () => running.detach(request),
      count,
    });
  };
  return { admit, usage };
}
