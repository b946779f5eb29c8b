import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { embeddingSettings } from '#config/models.ts';
import { BUNDLED_COSINES } from '#models/calibration/measured-scale.ts';
import { startFakeModelServer } from '../../tests/helpers/fake-model-server.ts';
import type { Embedder } from './model.ts';
import { BUNDLED_MODEL, openEmbedder } from './open-embedder.ts';

const open = async (env: Record<string, string>): Promise<Embedder> => {
  const settings = embeddingSettings(readConfig(env), 'EMBEDDING');
  if (!settings) throw new Error('there is always a model');
  return (await openEmbedder(settings)).embedder;
};

const folder = await mkdtemp(join(tmpdir(), 'open-embedder-'));
afterAll(() => rm(folder, { recursive: true }));

describe('the configured embedder', () => {
  it('is the bundled model by default', async () => {
    expect((await open({})).name).toBe('static-en-multi-256');
  });

  it('can be a Model2Vec folder, whose cosines are measured', async () => {
    const own = join(folder, 'own-model');
    await cp(BUNDLED_MODEL, own, { recursive: true, filter: (path) => !path.includes('/train') });
    const [bundled, custom] = [await open({}), await open({ EMBEDDING_MODEL: own })];
    const [{ closenessOf }, { vector }] = [
      await custom.embedQuery('museum'),
      await bundled.embedQuery('museum'),
    ];

    expect(custom.name).toBe('own-model');
    expect((await custom.embedQuery('museum')).vector).toEqual(vector);
    // The mean cosine of this model's matching texts in all languages of the probe, which the bundled model tells apart.
    expect(closenessOf(0.378)).toBeCloseTo(BUNDLED_COSINES.matching, 2);
  });

  it('can be a model of a provider, which gets no request before the first use', async () => {
    const server = await startFakeModelServer();
    const embedder = await open({
      EMBEDDING_PROVIDER: 'openai-compatible',
      EMBEDDING_MODEL: 'words-64',
      EMBEDDING_BASE_URL: `${server.origin}/v1/`,
      EMBEDDING_OPTIONS: 'batch_size=64',
    });
    expect(embedder.name).toBe('openai-compatible/words-64');
    expect(server.requests()).toHaveLength(0);

    const { vector, closenessOf } = await embedder.embedQuery('museum');
    expect(vector).toHaveLength(64);
    expect(closenessOf(1)).toBeCloseTo(1, 9);
    // The query, and the two halves of the probe.
    expect(server.requests().map(({ path }) => path)).toEqual(Array(3).fill('/v1/embeddings'));
    await server.close();
  });

  it('needs a library for models in the process, and says how to install it', async () => {
    await expect(open({ EMBEDDING_PROVIDER: 'transformers', EMBEDDING_MODEL: folder })).rejects.toThrow(
      'EMBEDDING_PROVIDER=transformers needs the package @huggingface/transformers, which is not installed (470 MB): run "npm install --no-save',
    );
  });
});
