import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { indexChunks } from '#ingestion/indexing/index-chunks.ts';
import type { Embedder } from '#models/model.ts';
import { loadStaticEmbedder } from '#models/static/static-embedder.ts';
import { createSearchIndex, searchIndexes } from '#storage/memory-index/search-index.ts';
import { analyzeQuery } from '#text/analyze-query.ts';
import { detectLanguage, type Language } from '#text/language.ts';
import { type RawScores, type Rivals, rivalsOf, score } from './score.ts';
import type { SearchType } from './search-request.ts';

const modes = ['semantic', 'keyword', 'hybrid'] as const satisfies SearchType[];
const museum =
  'The museum is open from Tuesday to Sunday, 10 am to 6 pm. A ticket costs 12 euros; children under six enter free.';
const unrelated = Array.from(
  { length: 60 },
  (_, i) =>
    `Bread number ${i}: knead the dough for ${i} minutes, let it rise for an hour near a warm oven, then bake it until the crust is brown.`,
);

let embedder: Embedder;
beforeAll(async () => {
  embedder = await loadStaticEmbedder(`${import.meta.dirname}/../../models/static-en-multi-256`);
});

/** The score of the first text among all of them. */
async function scoreOfFirst(mode: SearchType, query: string, texts: readonly string[]): Promise<number> {
  const index = createSearchIndex();
  for (const [i, text] of texts.entries()) {
    const language = detectLanguage(text);
    const segment = await indexChunks(embedder, { chunks: [{ text }], name: '', language });
    index.add({ sourceId: `src_${i}`, revision: 1, changeNo: i }, segment);
  }
  const { vector, closenessOf } = await embedder.embedQuery(query);
  const found = searchIndexes([index], {
    queryVector: vector,
    queryTerms: analyzeQuery(query, index.languages() as Language[]),
    limit: texts.length,
  });
  const raw = found.map((one) => ({ ...one, sense: 'instant' as const, closeness: closenessOf(one.cosine) }));
  const own = raw.find(({ sourceId }) => sourceId === 'src_0');
  return own ? score(mode, own, rivalsOf(raw)) : 0;
}

const senses = ['instant', 'deep', 'foreign'] as const;
const rawScores: fc.Arbitrary<RawScores> = fc.record({
  closeness: fc.double({ min: -8, max: 1.3, noNaN: true }),
  sense: fc.constantFrom(...senses),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  matchedWords: fc.double({ min: 0, max: 320, noNaN: true }),
});
const others: fc.Arbitrary<RawScores[]> = fc.array(rawScores, { maxLength: 60 });

/** The score of a candidate among others. */
const scoreAmong = (mode: SearchType, own: RawScores, rest: readonly RawScores[]): number =>
  score(mode, own, rivalsOf([own, ...rest]));

describe('score', () => {
  it('is 0 to 1, and never falls with more evidence', () => {
    fc.assert(
      fc.property(fc.constantFrom(...modes), rawScores, rawScores, others, (mode, a, b, rest) => {
        const more = {
          sense: a.sense,
          closeness: Math.max(a.closeness, b.closeness),
          share: Math.max(a.share, b.share),
          matchedWords: Math.max(a.matchedWords, b.matchedWords),
        };
        expect(scoreAmong(mode, a, rest)).toBeGreaterThanOrEqual(0);
        expect(scoreAmong(mode, more, rest)).toBeLessThanOrEqual(1);
        expect(scoreAmong(mode, more, rest)).toBeGreaterThanOrEqual(scoreAmong(mode, a, rest) - 1e-12);
      }),
    );
  });

  it('never rises if something better is found, and is unchanged by what is worse', () => {
    fc.assert(
      fc.property(fc.constantFrom(...modes), rawScores, others, rawScores, (mode, own, rest, found) => {
        const before = scoreAmong(mode, own, rest);
        const better = {
          ...found,
          closeness: Math.max(own.closeness, found.closeness),
          share: Math.max(own.share, found.share),
        };
        const worse = {
          ...found,
          closeness: Math.min(own.closeness, found.closeness),
          share: Math.min(own.share, found.share),
        };
        const isForeign = own.sense === 'foreign' || found.sense === 'foreign';
        if (!isForeign) {
          expect(scoreAmong(mode, own, [...rest, better])).toBeLessThanOrEqual(before);
          expect(scoreAmong(mode, own, [...rest, worse])).toBe(before);
        }
      }),
    );
  });

  it('is on one scale: what is not understood yet is compared with its own kind', () => {
    const near: RawScores = { sense: 'deep', closeness: 0.7, share: 0.1, matchedWords: 0.5 };
    const waiting: RawScores = { sense: 'instant', closeness: 0.3, share: 0.1, matchedWords: 0.5 };
    for (const mode of modes) {
      const rivals: Rivals = rivalsOf([waiting]);
      expect(scoreAmong(mode, waiting, [near])).toBe(score(mode, waiting, rivals));
    }
  });

  it.each(['keyword', 'hybrid'] as const)(
    'is at least 0.5 for the answer in the only text: %s',
    async (mode) => {
      expect(await scoreOfFirst(mode, 'How much is a ticket?', [museum])).toBeGreaterThanOrEqual(0.5);
    },
  );

  it.each(modes)('is low for a question that the only text does not answer: %s', async (mode) => {
    expect(await scoreOfFirst(mode, 'Which river flows through Budapest?', [museum])).toBeLessThan(0.1);
  });

  it.each(modes.flatMap((mode) => [60, 300].map((count) => [mode, count] as const)))(
    'changes by less than 0.05 if unrelated sources are added: %s, %i',
    async (mode, count) => {
      const alone = await scoreOfFirst(mode, 'How much is a ticket?', [museum]);
      const others = Array.from({ length: count }, (_, i) => `${i}: ${unrelated[i % unrelated.length]}`);
      const among = await scoreOfFirst(mode, 'How much is a ticket?', [museum, ...others]);
      expect(Math.abs(among - alone)).toBeLessThan(0.05);
    },
  );

  it.each(modes)('changes by less than 0.05 with a copy of the text: %s', async (mode) => {
    const alone = await scoreOfFirst(mode, 'How much is a ticket?', [museum]);
    const twice = await scoreOfFirst(mode, 'How much is a ticket?', [museum, museum]);
    expect(Math.abs(twice - alone)).toBeLessThan(0.05);
  });

  it.each(modes)('is at least 0.95 for a text equal to the query: %s', async (mode) => {
    const texts = [
      museum,
      Array.from({ length: 18 }, (_, i) => `${museum} Hall ${i} shows paintings.`)
        .join(' ')
        .slice(0, 2048),
      'Das Museum ist von Dienstag bis Sonntag geöffnet. Eine Eintrittskarte kostet zwölf Euro.',
      '博物馆周二至周日上午十点至下午六点开放。门票十二欧元，六岁以下儿童免费入场。',
      'Το μουσείο είναι ανοιχτό από Τρίτη έως Κυριακή. Το εισιτήριο κοστίζει δώδεκα ευρώ.',
    ];
    for (const text of texts)
      expect(await scoreOfFirst(mode, text, [text, ...unrelated])).toBeGreaterThanOrEqual(0.95);
  });

  it('finds Greek texts similar only if they are more similar than any two', async () => {
    const semantic = async (query: string) => {
      const { closenessOf } = await embedder.embedQuery(query);
      const own = { sense: 'instant' as const, closeness: closenessOf(0.88), share: 0, matchedWords: 0 };
      return score('semantic', own, rivalsOf([own]));
    };
    expect(await semantic('Which river flows through Budapest?')).toBeGreaterThan(0.9);
    expect(await semantic('Ποιο ποτάμι διαρρέει τη Βουδαπέστη;')).toBeLessThan(0.1);
  });
});
