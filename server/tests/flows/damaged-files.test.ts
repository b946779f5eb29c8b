import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

const folder = fileURLToPath(new URL('../fixtures/documents/', import.meta.url));
const FILES = 200;
const LONGEST_MS = 90_000;

type Damaged = { name: string; bytes: Uint8Array<ArrayBuffer> };

/** A small seeded generator: the same damage in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** 200 files: the sound ones of every format in turn, each with bytes flipped, a part cut out, doubled, or its end
 *  missing. */
function damagedFiles(): Damaged[] {
  const sound = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.golden'))
    .map((entry) => ({
      format: entry.parentPath.split('/').at(-1) ?? '',
      path: `${entry.parentPath}/${entry.name}`,
      name: entry.name,
    }));
  const byFormat = Object.values(Object.groupBy(sound, ({ format }) => format)).map((files) => files ?? []);
  const random = createRandom(7);
  return Array.from({ length: FILES }, (_, index) => {
    const files = byFormat[index % byFormat.length] ?? [];
    const file = files[random(files.length)];
    if (!file) throw new Error('A format has no fixture.');
    const bytes = damage(new Uint8Array(readFileSync(file.path)), random);
    return { name: `${index}-${file.name}`, bytes };
  });
}

function damage(bytes: Uint8Array, random: (below: number) => number): Uint8Array<ArrayBuffer> {
  const from = random(bytes.length);
  const to = from + random(Math.min(4_096, bytes.length - from) + 1);
  const kind = random(4);
  if (kind === 0) return new Uint8Array(bytes.subarray(0, from));
  if (kind === 1) return new Uint8Array(Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]));
  if (kind === 2) return new Uint8Array(Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]));
  const flipped = new Uint8Array(bytes);
  for (let count = 1 + random(64); count > 0; count--) flipped[random(flipped.length)] = random(256);
  return flipped;
}

describe('200 damaged files of every format', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService({ LOG_LEVEL: 'error' });
  });
  afterAll(() => test.stop());

  it('200 damaged files all end indexed or failed with a reason, and the service goes on', async () => {
    const { live } = test;
    const files = damagedFiles();
    const startedAt = Date.now();
    for (const { name, bytes } of files) {
      const form = new FormData();
      form.set('type', 'document');
      form.set('name', name);
      form.set('file', new Blob([bytes]), name.replace(/^\d+-/, ''));
      expect((await live.call('POST', '/v1/knowledge-base/sources', form)).status).toBe(201);
    }
    const isBusy = async (): Promise<boolean> =>
      (await live.get('/v1/knowledge-base/sources?status=processing&limit=1')).body.data.length > 0;
    while (Date.now() - startedAt < LONGEST_MS && (await isBusy()))
      await new Promise((resolve) => setTimeout(resolve, 100));
    const ends: Record<string, number> = {};
    for (let path: string | undefined = '/v1/knowledge-base/sources?limit=100'; path; ) {
      const { body } = await live.get(path);
      for (const source of body.data) {
        const end = source.status === 'failed' ? source.error.code : source.status;
        ends[end] = (ends[end] ?? 0) + 1;
        if (source.status === 'failed') expect(source.error.message).toMatch(/^.{10,400}\.$/s);
        else expect(source).toMatchObject({ status: 'indexed', chunk_count: expect.any(Number) });
        expect(end, `${source.name}: ${source.error?.message}`).not.toBe('internal_error');
      }
      path = body.meta.next_cursor && `/v1/knowledge-base/sources?limit=100&cursor=${body.meta.next_cursor}`;
    }
    expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(FILES);
    // Damage is damage: some of each, or the test would show nothing.
    expect(ends['indexed']).toBeGreaterThan(20);
    expect(ends['unreadable_file']).toBeGreaterThan(20);
    expect((await live.get('/healthz')).status).toBe(200);
    expect((await live.addText('After', 'A sound text after all of them.')).status).toBe('indexed');
  }, 120_000);
});
