import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DeepModel } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import { openE5 } from './open-e5.ts';

const folder = fileURLToPath(new URL('../../../models/multilingual-e5-small', import.meta.url));
// A busy machine is slow, not wrong: passages are read at the lowest priority, which leaves them a hundredth of its time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
const patient = { patienceMs: 600_000 };
const LONG = 'Parcels above thirty kilograms are sent by freight. '.repeat(8);

const opened: DeepModel[] = [];
const open = (options: Partial<Parameters<typeof openE5>[0]> = {}): DeepModel => {
  const model = openE5({ folder, cores: 1, ...options });
  opened.push(model);
  return model;
};
afterEach(async () => {
  for (const model of opened.splice(0)) await model.close();
});

describe('a question', () => {
  it('is read once, however often and by how many it is asked', async () => {
    const model = open();
    const [first, second] = await Promise.all([
      model.embedQuery('Who pays?', patient),
      model.embedQuery('Who pays?', patient),
    ]);
    expect(first).toHaveLength(384);
    expect(second).toBe(first);
    expect(await model.embedQuery('Who pays?', { patienceMs: 0 })).toBe(first);
  });

  it('is given up when reading cannot begin in time, and read when it is asked again', async () => {
    const model = open();
    await model.embedQuery('warm', patient);
    // Both are asked before the thread can answer: it has the first, and the second cannot begin.
    const busy = model.embedQuery(LONG, patient);
    expect(await model.embedQuery('Who pays?', { patienceMs: 0 })).toBeUndefined();
    expect(await busy).toHaveLength(384);
    expect(await model.embedQuery('Who pays?', patient)).toHaveLength(384);
  });

  it('waits as long as the most patient of those who ask it', async () => {
    const model = open();
    await model.embedQuery('warm', patient);
    const busy = model.embedQuery(LONG, patient);
    const patiently = model.embedQuery('Who pays?', patient);
    expect(await model.embedQuery('Who pays?', { patienceMs: 0 })).toBeUndefined();
    expect(await patiently).toHaveLength(384);
    await busy;
  });

  it('is answered while passages are read', async () => {
    const model = open();
    const passage = model.embedPassage(LONG, []);
    expect(await model.embedQuery('Who pays?', patient)).toHaveLength(384);
    expect((await passage).passage).toHaveLength(384);
  });

  it('ends with its request', async () => {
    const model = open();
    const asked = new AbortController();
    const answer = model.embedQuery('Who pays?', { ...patient, signal: asked.signal });
    asked.abort(new Error('The client left.'));
    await expect(answer).rejects.toThrow('The client left.');
    await expect(model.embedQuery('Who pays?', { signal: asked.signal })).rejects.toThrow('The client left.');
  });
});

describe('a passage', () => {
  it('has a vector, and one for each of its blocks', async () => {
    const { passage, blocks } = await open().embedPassage('The sender pays. We deliver.', [
      { start: 0, end: 16 },
      { start: 17, end: 28 },
    ]);
    expect([passage, ...blocks].map(({ length }) => length)).toEqual([384, 384, 384]);
  });

  it('is left when its work is aborted, and the next one is read', async () => {
    const model = open();
    await model.embedPassage('warm', []);
    const work = new AbortController();
    const [left, waiting] = [1, 2].map(() => model.embedPassage(LONG, [], work.signal));
    work.abort(new Error('The source is gone.'));
    await expect(left).rejects.toThrow('The source is gone.');
    await expect(waiting).rejects.toThrow('The source is gone.');
    expect((await model.embedPassage('The sender pays.', [])).passage).toHaveLength(384);
  });

  // Where the tests themselves have the lowest priority, so have questions.
  it.runIf(process.platform === 'linux' && getPriority() < 19)(
    'is read at the lowest priority, and questions are not',
    async () => {
      const niceThreads = (): number =>
        readdirSync('/proc/self/task').filter((thread) => niceOf(thread) === 19).length;
      const model = open();
      await model.embedQuery('Who pays?', patient);
      expect(niceThreads()).toBe(0);
      await model.embedPassage('The sender pays.', []);
      expect(niceThreads()).toBe(1);
    },
  );
});

describe('the model', () => {
  it('is loaded again after it was released', async () => {
    const model = open({ idleMs: 0 });
    for (const text of ['one', 'two', 'three'])
      expect((await model.embedPassage(text, [])).passage).toHaveLength(384);
  });

  it('throws after it is closed, also what is under way', async () => {
    const model = open();
    await model.embedPassage('warm', []);
    const passage = model.embedPassage(LONG, []);
    passage.catch(() => {});
    await model.close();
    await expect(passage).rejects.toThrow(ModelError);
    await expect(model.embedQuery('Who pays?', patient)).rejects.toThrow('was closed');
  });

  it('says what is missing, and gives up questions', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'e5-'));
    try {
      const model = open({ folder: empty });
      await expect(model.embedPassage('The sender pays.', [])).rejects.toThrow(
        /could not be loaded: .*config.json cannot be read/,
      );
      expect(await model.embedQuery('Who pays?', patient)).toBeUndefined();
    } finally {
      rmSync(empty, { recursive: true });
    }
  });
});

/** Of a thread that may just have ended. */
function niceOf(thread: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
  } catch {
    return undefined;
  }
}
