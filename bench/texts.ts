import { readFileSync } from 'node:fs';

/** English-looking text that never repeats: words of the bundled model's vocabulary, drawn by Zipf's law, in sentences
 *  of 8 to 20 words. Seeded, so that every run indexes the same. */
export function createTextMaker(seed: number): (words: number) => string {
  const random = mulberry32(seed);
  const pick = (): string =>
    VOCABULARY[Math.min(VOCABULARY.length - 1, Math.floor(VOCABULARY.length ** random()) - 1)] ?? 'the';
  return (words) => {
    const sentences: string[] = [];
    for (let left = words; left > 0; ) {
      const length = Math.min(left, 8 + Math.floor(random() * 13));
      const sentence = Array.from({ length }, pick).join(' ');
      sentences.push(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
      left -= length;
    }
    return sentences.join(' ');
  };
}

/** Queries of 4 to 8 words, none of them among the most common. */
export function createQueryMaker(seed: number): () => string {
  const random = mulberry32(seed);
  const pick = (): string => VOCABULARY[100 + Math.floor((VOCABULARY.length - 100) ** random())] ?? 'museum';
  return () => Array.from({ length: 4 + Math.floor(random() * 5) }, pick).join(' ');
}

const tokenizer = new URL('../server/models/static-en-multi-256/tokenizer.json', import.meta.url);
const VOCABULARY = Object.keys(
  (JSON.parse(readFileSync(tokenizer, 'utf8')) as { model: { vocab: Record<string, number> } }).model.vocab,
)
  .filter((word) => /^[a-z]{2,}$/.test(word))
  .slice(0, 15_000);

/** A small seeded generator. Source: Tommy Ettinger's Mulberry32, public domain. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
