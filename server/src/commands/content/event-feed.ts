import type { Event, Footnote } from '@footnote/sdk';
import type { Service } from './service.ts';

/** Events of several nodes become visible slightly out of order: the feed looks back so far. */
const LOOK_BACK_MS = 10_000;
/** More than a look back can hold of a busy service. */
const REMEMBERED = 20_000;

type EventTypes = NonNullable<NonNullable<Parameters<Footnote['events']['list']>[0]>['type']>;

/** A function that gives the events since its last call, oldest first. Nothing while the service does not answer: it may be
 *  restarting, and the next call gives what was missed. */
export async function eventFeed(service: Service, types: readonly string[]): Promise<() => Promise<Event[]>> {
  const seen = new Set<string>();
  let newest: string | undefined;
  let isReached = true;
  const read = async (): Promise<Event[]> => {
    const fresh: Event[] = [];
    const after =
      newest === undefined ? undefined : new Date(Date.parse(newest) - LOOK_BACK_MS).toISOString();
    const query = {
      limit: 100,
      ...(types.length > 0 && { type: types as EventTypes }),
      ...(after !== undefined && { created_after: after }),
    };
    for await (const event of service.client.events.list(query, { signal: service.signal })) {
      if (!seen.has(event.id)) fresh.push(event);
      // Before the first event, the past ends with the first page.
      if (newest === undefined && fresh.length >= query.limit) break;
    }
    for (const { id, timestamp } of fresh) {
      seen.add(id);
      if (newest === undefined || timestamp > newest) newest = timestamp;
    }
    for (const id of seen) if (seen.size > REMEMBERED) seen.delete(id);
    return fresh.reverse();
  };
  // What happened before is not new.
  await read();
  return async () => {
    try {
      const events = await read();
      if (!isReached) console.error('The service answers again.');
      isReached = true;
      return events;
    } catch (error) {
      if (service.signal.aborted) return [];
      if (!isOutOfReach(error)) throw error;
      if (isReached) console.error('The service does not answer. Trying again until it does …');
      isReached = false;
      return [];
    }
  };
}

const isOutOfReach = (error: unknown): boolean => {
  const { name, status } = error as { name?: string; status?: number };
  return name === 'ConnectionError' || name === 'TimeoutError' || (status ?? 0) >= 500 || status === 429;
};
