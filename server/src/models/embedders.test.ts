import { describe, expect, it } from 'vitest';
import { createFakeDeepModel } from '../../tests/helpers/fake-deep-model.ts';
import { createEmbedders } from './embedders.ts';
import type { Embedder } from './model.ts';

const named = (name: string): Embedder => ({
  id: `${name}/1`,
  name,
  embedQuery: () => Promise.reject(new Error('unused')),
  embedPassages: () => Promise.reject(new Error('unused')),
});
const instant = named('static');
const remote = named('remote');
const deepModel = createFakeDeepModel();
const name = deepModel.name;

describe('embedding models with a deep one', () => {
  const embedders = createEmbedders(instant, [remote], { name, deepModel, instant });
  const index = embedders.indexVersionFor(null);

  it('name it before the instant model, and have one index for both names', () => {
    expect(embedders.names).toEqual([name, 'static', 'remote']);
    expect(embedders.indexVersionFor(name)).toBe(index);
    expect(embedders.indexVersionFor('static')).toBe(index);
  });

  it('read whole what did not choose the instant pass alone', () => {
    expect(embedders.deepOf(index, null)).toBe(deepModel);
    expect(embedders.deepOf(index, name)).toBe(deepModel);
    expect(embedders.deepOf(index, 'static')).toBeUndefined();
    expect(embedders.deepOf(embedders.indexVersionFor('remote'), 'remote')).toBeUndefined();
    expect([null, name, 'static'].map((choice) => embedders.nameOf(index, choice))).toEqual([
      name,
      name,
      'static',
    ]);
  });

  it('leave the default to the configured model', () => {
    const configured = createEmbedders(remote, [instant], { name, deepModel, instant });
    expect(configured.names).toEqual(['remote', name, 'static']);
    expect(configured.deepOf(configured.indexVersionFor(null), null)).toBeUndefined();
    expect(configured.deepOf(configured.indexVersionFor(name), name)).toBe(deepModel);
  });
});

it('embedding models without the deep one do not name it, and keep the index of what chose it', () => {
  const embedders = createEmbedders(remote, [instant], { name, deepModel: undefined, instant });
  expect(embedders.names).toEqual(['remote', 'static']);
  expect(embedders.indexVersionFor(name)).toBe(embedders.indexVersionFor('static'));
  expect(embedders.deepOf(embedders.indexVersionFor(name), name)).toBeUndefined();
  expect(embedders.nameOf(embedders.indexVersionFor(name), name)).toBe('static');
});
