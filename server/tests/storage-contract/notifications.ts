import { expect, it } from 'vitest';
import type { Notification } from '#storage/engine.ts';
import { type Context, heardAll, listenTo } from './context.ts';
import { addIndexed, newJob } from './tenant.ts';

/** The store contract for notifications. */
export function notificationsContract(context: () => Context): void {
  it('listeners are notified after the commit, when reads return the new rows', async () => {
    const { store, ours } = context();
    const sourceId = await addIndexed(ours, ['acorn']);
    const reads: Promise<unknown>[] = [];
    store.listen((notice) => {
      if (notice.topic === 'source-changed') reads.push(ours.store.sources.find(sourceId));
    });
    await ours.store.transaction(async (tx) => {
      await tx.sources.update(sourceId, { name: 'Renamed' });
      await tx.jobs.insert(newJob(sourceId));
      expect(reads).toEqual([]);
    });
    await expect.poll(() => reads).not.toEqual([]);
    expect(await reads[0]).toMatchObject({ name: 'Renamed' });
  });

  it('every listener is notified until it stops listening', async () => {
    const { store, ours } = context();
    const sourceId = await addIndexed(ours, ['acorn']);
    const [first, second]: [Notification[], Notification[]] = [listenTo(store), []];
    const stopListening = store.listen((notice) => second.push(notice));
    await ours.store.transaction(async (tx) => {
      await tx.jobs.insert(newJob(sourceId));
      await tx.jobs.insert({ ...newJob(sourceId), lane: 'network' });
      await tx.keys.revoke(ours.keyId, 9);
      await tx.sources.remove({ source_id: sourceId, knowledge_base_id: ours.knowledgeBaseId });
    });
    const all = [
      { topic: 'job-queued', lane: 'compute' },
      { topic: 'job-queued', lane: 'network' },
      { topic: 'credential-ended', credentialId: ours.keyId },
      { topic: 'job-cancelled', subjectId: sourceId },
      {
        topic: 'source-changed',
        workspaceId: ours.store.workspaceId,
        knowledgeBaseId: ours.knowledgeBaseId,
        sourceId,
      },
    ];
    await expect.poll(() => first).toEqual(all);
    await expect.poll(() => second).toEqual(all);
    stopListening();
    await heardAll(ours, first);
    expect(second).toEqual(all);
  });
}
