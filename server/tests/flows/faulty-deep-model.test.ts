import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkMachine } from '#commands/check-machine.ts';
import type { DeepOptions } from '#models/open-deep.ts';
import { faultyDeepModel } from '../helpers/faulty-deep-model.ts';
import { readTestConfig } from '../helpers/read-test-config.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';
import { newDataDir, removeDataDir } from '../helpers/test-storage.ts';

/** Both passes. */
const SETTINGS = { EMBEDDING_MODEL: '' };

const removals: (() => unknown)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0)) await remove();
});
const start = async (deep: DeepOptions): Promise<TestService> => {
  const service = await startTestService(SETTINGS, undefined, deep);
  removals.push(service.stop);
  return service;
};
const faulty = (...harmed: Parameters<typeof faultyDeepModel>): DeepOptions & { path: string } => {
  const made = faultyDeepModel(...harmed);
  removals.push(() => rmSync(made.folder, { recursive: true }));
  return made;
};
const doctorOn = async (deep: DeepOptions): Promise<string[]> => {
  const dataDir = newDataDir();
  removals.push(() => removeDataDir(dataDir));
  const checks = await Array.fromAsync(
    checkMachine(readTestConfig({ ...SETTINGS, DATA_DIR: dataDir }), deep),
  );
  return checks.find(({ name }) => name === 'deep model')?.faults ?? [];
};
const findsByInstantPass = async ({ live }: TestService): Promise<void> => {
  expect((await live.addText('Fees', 'The sender pays for the parcel.')).status).toBe('indexed');
  const query = { query: 'who pays for a parcel', search_type: 'semantic' };
  const found = await live.post('/v1/query', query);
  expect(found.status).toBe(200);
  expect(found.body.data.results).not.toHaveLength(0);
};

describe('a service whose deep model cannot run', () => {
  it.each([
    ['a file is missing', () => faulty('tokenizer.json', 'missing'), 'tokenizer.json cannot be read: '],
    [
      'weights end too early',
      () => faulty('encoder.safetensors', 'shortened'),
      'encoder.safetensors is damaged: it has 6495188 bytes and not 12990376; search uses',
    ],
    [
      'there is no relaxed SIMD',
      () => ({ runtime: 'wasm' as const, hasRelaxedSimd: false }),
      'cannot run here, because this Node or its processor has no relaxed SIMD',
    ],
  ])('says so when %s, is ready and searches', async (_, deepOf, sentence) => {
    const deep = deepOf();
    expect(await doctorOn(deep)).toEqual([expect.stringContaining(sentence)]);
    const service = await start(deep);
    expect(service.logs.filter((line) => line.includes(sentence))).toHaveLength(1);
    const ready = await service.live.get('/readyz');
    expect(ready).toMatchObject({
      status: 200,
      body: { status: 'ready', checks: { deep_model: 'degraded' } },
    });
    await findsByInstantPass(service);
  });

  it('says so when it needs weights that are damaged, and goes on searching', {
    timeout: 600_000,
  }, async () => {
    const deep = faulty('encoder.safetensors', 'changed');
    const sentence = `${deep.path} is damaged`;
    expect(await doctorOn(deep)).toEqual([expect.stringContaining(sentence)]);
    const service = await start(deep);
    await findsByInstantPass(service);
    await vi.waitFor(
      async () => {
        const { body } = await service.live.get('/readyz');
        expect(body).toMatchObject({ status: 'ready', checks: { deep_model: 'degraded' } });
      },
      { timeout: 300_000, interval: 100 },
    );
    expect(service.logs.some((line) => line.includes(sentence))).toBe(true);
    await findsByInstantPass(service);
  });
});
