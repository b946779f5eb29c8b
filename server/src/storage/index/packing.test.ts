import { expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import { Packing } from './packing.ts';

const newBase = () => ({ workspaceId: newId('workspace'), knowledgeBaseId: newId('knowledgeBase') });

it('packs at most four chunks for each that was written, once that is worth it', async () => {
  const asked: number[] = [];
  const packing = new Packing(
    async (_, { mostChunks }) => void asked.push(mostChunks),
    () => {},
  );
  const base = newBase();
  packing.wrote(base, 4_000);
  packing.wrote(newBase(), 4_000);
  expect(asked).toEqual([]);
  packing.wrote(base, 100);
  await packing.close();
  expect(asked).toEqual([16_400]);
});

it('packs all of an index of which much was in no pack', async () => {
  const asked: number[] = [];
  const packing = new Packing(
    async (_, { mostChunks }) => void asked.push(mostChunks),
    () => {},
  );
  packing.loaded(newBase(), { unpacked: 5_000, chunks: 100_000 });
  expect(asked).toEqual([]);
  packing.loaded(newBase(), { unpacked: 5_000, chunks: 10_000 });
  await packing.close();
  expect(asked).toEqual([Number.POSITIVE_INFINITY]);
});

it('goes on with other knowledge bases after one that cannot be packed, and serves what is asked as it ends', async () => {
  const faults: unknown[] = [];
  const packed: string[] = [];
  const [bad, good, late] = [newBase(), newBase(), newBase()];
  const packing: Packing = new Packing(
    async ({ knowledgeBaseId }) => {
      if (knowledgeBaseId === bad.knowledgeBaseId) throw new Error('no disk');
      packed.push(knowledgeBaseId);
      if (knowledgeBaseId === good.knowledgeBaseId)
        void Promise.resolve().then(() => packing.wrote(late, 5_000));
    },
    (error) => faults.push(error),
  );
  packing.wrote(bad, 5_000);
  packing.wrote(good, 5_000);
  await expect.poll(() => packed).toEqual([good.knowledgeBaseId, late.knowledgeBaseId]);
  expect(faults).toEqual([new Error('no disk')]);
});

it('ends after the pack that is being made', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let wasTold = false;
  const packing = new Packing(
    async (_, { signal }) => {
      await promise;
      wasTold = signal.aborted;
    },
    () => {},
  );
  packing.wrote(newBase(), 5_000);
  packing.wrote(newBase(), 5_000);
  const closed = packing.close();
  resolve();
  await closed;
  expect(wasTold).toBe(true);
});
