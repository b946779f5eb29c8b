import { expect } from 'vitest';
import { newId } from '#lib/ids.ts';
import type { Notification } from '#storage/engine.ts';
import type { PageRequest } from '#storage/scope.ts';
import type { Store } from '#storage/store.ts';
import type { JobRow } from '#storage/tables.ts';
import { newSource, type Tenant } from './tenant.ts';

/** The context that each test gets anew. */
export type Context = { store: Store; ours: Tenant; isInWebAssembly: boolean };

/** Claims every job that is due. */
export const claimAll = (store: Store, now = 1_000): Promise<JobRow[]> =>
  store.jobs.claim({
    lane: 'compute',
    now,
    leaseUntil: now + 100,
    leaseToken: newId('request'),
    limit: 1_000,
  });

/** Collects the store's notifications from now on. */
export function listenTo(store: Store): Notification[] {
  const heard: Notification[] = [];
  store.listen((notice) => heard.push(notice));
  return heard;
}

/** Waits until all earlier commits have been heard: notifications arrive in commit order. */
export async function heardAll(ours: Tenant, heard: Notification[]): Promise<Notification[]> {
  const markerId = newId('source');
  await ours.store.transaction(async (tx) => {
    await tx.sources.insert(newSource(ours.knowledgeBaseId, { source_id: markerId }));
    await tx.sources.update(markerId, { progress: 1 });
  });
  const isMarker = (notice: Notification): boolean =>
    notice.topic === 'source-changed' && notice.sourceId === markerId;
  await expect.poll(() => heard.some(isMarker)).toBe(true);
  return heard.filter((notice) => !isMarker(notice));
}

/** A page larger than any list in these tests. */
export const page = { limit: 100 };

/** Walks all pages of 4; `between` runs after each. */
export async function walk<Key, Row>(
  list: (request: PageRequest<Key>) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  between: (page: Row[]) => Promise<void> = async () => {},
): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: Key | undefined; ; ) {
    const rows = await list({ limit: 4, after });
    const shown = rows.slice(0, 4);
    all.push(...shown);
    await between(shown);
    const last = shown.at(-1);
    if (rows.length <= 4 || last === undefined) return all;
    after = keyOf(last);
  }
}
