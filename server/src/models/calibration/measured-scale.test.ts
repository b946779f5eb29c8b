import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawEmbedder } from '#models/raw-embedder.ts';
import { loadStaticEmbedder } from '#models/static/static-embedder.ts';
import { unitVector } from '#models/unit-vector.ts';
import { BUNDLED_COSINES, probeCosines, scaleOf, withMeasuredScale } from './measured-scale.ts';
import { PROBE } from './probe.ts';

const bundled = await loadStaticEmbedder(`${import.meta.dirname}/../../../models/static-en-multi-256`);
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0);

/** The bundled model with changed vectors, as another model would return them. */
function another(change: (vector: Float32Array) => Float32Array): RawEmbedder & { asked: number } {
  return {
    id: 'another',
    name: 'another',
    asked: 0,
    async embedQueries(texts) {
      this.asked += 1;
      return await Promise.all(texts.map(async (text) => change((await bundled.embedQuery(text)).vector)));
    },
    embedPassages: async (passages) => (await bundled.embedPassages(passages)).map(change),
  };
}

/** All vectors lie within a narrow cone, as those of e5 do: no cosine is under 0.7. */
const narrow = (vector: Float32Array) => unitVector([...vector, 2]) ?? vector;

describe('the probe', () => {
  it('has the cosines that the scale assumes for the bundled model', async () => {
    const queries = await Promise.all(PROBE.map(({ question }) => bundled.embedQuery(question)));
    const passages = await bundled.embedPassages(PROBE.map(({ passage }) => ({ text: passage, label: '' })));
    const cosines = probeCosines((i, j) => {
      const query = queries[i];
      return query?.closenessOf(dot(query.vector, passages[j] ?? new Float32Array())) ?? Number.NaN;
    });

    expect(cosines.matching).toBeCloseTo(BUNDLED_COSINES.matching, 2);
    expect(cosines.apart).toBeCloseTo(BUNDLED_COSINES.apart, 2);
  });
});

describe('the scale of another model', () => {
  it('matches the closeness of the bundled model on average, whatever its cosines', async () => {
    const models = [
      bundled,
      withMeasuredScale(another((vector) => vector)),
      withMeasuredScale(another(narrow)),
    ];
    const sums = models.map(() => 0);
    for (const { question, passage } of PROBE) {
      const closeness = await Promise.all(
        models.map(async (embedder) => {
          const { vector, closenessOf } = await embedder.embedQuery(question);
          const [own] = await embedder.embedPassages([{ text: passage, label: '' }]);
          return closenessOf(dot(vector, own ?? new Float32Array()));
        }),
      );
      for (const [model, one] of closeness.entries()) sums[model] = (sums[model] ?? 0) + one;
      // The two others have the same vectors, in a cone and not.
      expect(closeness[2]).toBeCloseTo(closeness[1] ?? Number.NaN, 1);
    }
    for (const sum of sums) expect(sum / PROBE.length).toBeCloseTo(BUNDLED_COSINES.matching, 1);
  });

  it('is monotonic, within -1 and 1, and 1 for the same text', () => {
    const means = fc
      .tuple(fc.double({ min: -0.9, max: 0.9, noNaN: true }), fc.double({ min: 0.02, max: 1, noNaN: true }))
      .map(([apart, more]) => ({ apart, matching: apart + more * (0.99 - apart) }));
    const cosine = fc.double({ min: -1.01, max: 1.01, noNaN: true });
    fc.assert(
      fc.property(means, cosine, cosine, (model, a, b) => {
        const closenessOf = scaleOf(model);
        expect(closenessOf(Math.max(a, b))).toBeGreaterThanOrEqual(closenessOf(Math.min(a, b)));
        expect(Math.abs(closenessOf(a))).toBeLessThanOrEqual(1);
        expect(closenessOf(1)).toBeCloseTo(1, 9);
      }),
    );
  });

  it('is measured once, and again only after a failure', async () => {
    const raw = another((vector) => vector);
    const embedder = withMeasuredScale({
      ...raw,
      embedQueries: async (texts) => {
        raw.asked += 1;
        if (raw.asked === 1) throw new Error('out of reach');
        return raw.embedQueries(texts);
      },
    });
    await expect(embedder.embedQuery('museum')).rejects.toThrow('out of reach');
    const before = raw.asked;
    await embedder.embedQuery('museum');
    await embedder.embedQuery('museum');
    await embedder.embedQuery('museum');
    // The requests for the probe once, and for each query: `another` counts them too.
    expect(raw.asked - before).toBe(2 * 4);
  });

  it("can't be measured for a model that finds all texts alike", async () => {
    const blind = withMeasuredScale(another(() => new Float32Array([1, 0])));
    await expect(blind.embedQuery('museum')).rejects.toThrow(
      "another can't tell passages that answer a question from others",
    );
  });
});
