import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from '#ingestion/parse/parse.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { upload } from '../../../../tests/helpers/read-source.ts';

/** Every document of the formats parsed here, with changed bytes or cut short. The damage is pseudo-random and
 *  reproducible. */
const folder = fileURLToPath(new URL('../../../../tests/fixtures/documents/', import.meta.url));
const documents = ['doc', 'xls', 'ppt', 'docx', 'pptx', 'xlsx', 'odt', 'ods', 'odp', 'epub', 'rtf'].flatMap(
  (format) =>
    readdirSync(`${folder}${format}`)
      .filter((name) => !name.endsWith('.golden'))
      .map((name) => `${format}/${name}`),
);

/** Pseudo-random numbers from 0 to 1: a linear congruential generator (Numerical Recipes). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function damaged(original: Uint8Array, seed: number): Uint8Array {
  const next = chance(seed);
  const bytes = Uint8Array.from(original);
  if (seed % 3 === 0) return bytes.subarray(0, Math.floor(next() * bytes.length));
  for (let flips = 1 + Math.floor(next() * 8); flips > 0; flips -= 1)
    bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
  return bytes;
}

describe('a damaged document', () => {
  it.each(documents)('%s is read or refused, nothing else', async (name) => {
    const original = new Uint8Array(readFileSync(folder + name));
    for (let seed = 1; seed <= 9; seed += 1) {
      const outcome = await parse(upload(damaged(original, seed * 7_919))).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SourceFault);
      else expect(outcome).toMatchObject({ text: expect.any(String) });
    }
  });
});
