import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openE5 } from '#models/e5/open-e5.ts';
import type { DeepModel } from '#models/model.ts';
import { hasOnnxRuntime } from './load-onnxruntime.ts';

/** Skipped unless onnxruntime-node is installed: `npm install --ignore-scripts onnxruntime-node@1.30.0` in another folder, and
 *  NODE_PATH with its node_modules. */

const folder = fileURLToPath(new URL('../../../../models/multilingual-e5-small', import.meta.url));
// A busy machine is slow, not wrong: passages are read at the lowest priority.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
const patient = { patienceMs: 600_000 };
const cosine = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number =>
  a.reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0);

type Reference = { text: string; reads: 'question' | 'passage' };
const references: Reference[] = JSON.parse(readFileSync(`${folder}/reference-vectors.json`, 'utf8'));

describe.skipIf(!hasOnnxRuntime())('onnxruntime-node, where it is installed,', () => {
  let onnx: DeepModel;
  let wasm: DeepModel;
  beforeAll(() => {
    onnx = openE5({ folder, runtime: 'onnx', cores: 2 });
    wasm = openE5({ folder, runtime: 'wasm', cores: 2 });
  });
  afterAll(() => Promise.all([onnx.close(), wasm.close()]));
  const read = async (model: DeepModel, { text, reads }: Reference): Promise<Float32Array | undefined> =>
    reads === 'question'
      ? await model.embedQuery(text, patient)
      : (await model.embedPassage(text, [])).passage;

  it('has an id of its own', () => {
    expect([onnx.id, wasm.id]).toEqual(['multilingual-e5-small/onnx-int8/1', 'multilingual-e5-small/wasm/1']);
  });

  it.each(references)('reads much as the kernel does: $reads $text', async (reference) => {
    expect(cosine(await read(onnx, reference), await read(wasm, reference))).toBeGreaterThan(0.985);
  });

  it('reads blocks in several windows', async () => {
    const text = `${'Parcels above thirty kilograms are sent by freight. '.repeat(52)}The dog sleeps in the garden.`;
    const spans = [
      { start: 0, end: 51 },
      { start: text.length - 29, end: text.length },
    ];
    const [ours, kernel] = await Promise.all([onnx, wasm].map((model) => model.embedPassage(text, spans)));
    for (const at of [0, 1]) expect(cosine(ours?.blocks[at], kernel?.blocks[at])).toBeGreaterThan(0.985);
  });

  it('gives zeros for what has no words', async () => {
    const question = await onnx.embedQuery('…', patient);
    const { passage } = await onnx.embedPassage('\u{10000}', []);
    expect([...(question ?? []), ...passage].every((value) => value === 0)).toBe(true);
  });

  it('is loaded again after it was released', async () => {
    const model = openE5({ folder, runtime: 'onnx', cores: 1, idleMs: 0 });
    for (const text of ['one', 'two', 'three'])
      expect((await model.embedPassage(text, [])).passage).toHaveLength(384);
    await model.close();
  });

  it('leaves a passage that is aborted, and closes while it reads', async () => {
    const model = openE5({ folder, runtime: 'onnx', cores: 1 });
    await model.embedPassage('warm', []);
    const work = new AbortController();
    const left = model.embedPassage('The sender pays. '.repeat(50), [], work.signal);
    work.abort(new Error('The source is gone.'));
    await expect(left).rejects.toThrow('The source is gone.');
    const last = model.embedPassage('The sender pays. '.repeat(50), []);
    last.catch(() => {});
    await model.close();
    await expect(last).rejects.toThrow('was closed');
  });
});
