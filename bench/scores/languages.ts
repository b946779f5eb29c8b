import { readCollections } from './judged-sets.ts';
import { createRandom } from './random.ts';
import type { Models } from './search-documents.ts';
import { openCollection, type Trial } from './trials.ts';

export const ACROSS_LANGUAGES = 'across languages';

/** The questions of each language that are asked in the 11 others: two of eight, one of which is an even one, on which
 *  the curves of XQuAD are fitted too. */
const isAsked = (at: number): boolean => at % 8 === 0 || at % 8 === 5;
/** One of so many questions of a pair is also asked without the passage that answers, and in a few passages; the even ones
 *  of these are for the fit: as many as of other sets in all. */
const SAMPLE_STRIDE = 30;

/** Questions of XQuAD in one of twelve languages against its passages in another: 132 pairs, `de-en` being German
 *  questions to English passages. */
export async function runLanguagePairs(models: Models): Promise<Trial[]> {
  const collections = readCollections().filter(({ name }) => name.startsWith('xquad-'));
  const random = createRandom(collections.length);
  const trials: Trial[] = [];
  for (const collection of collections) {
    const { language, grades } = collection;
    const searched = await openCollection(models, collection);
    for (const [place, asking] of collections.entries()) {
      if (asking.language === language) continue;
      for (const [at, { id, text }] of asking.queries.entries()) {
        if (!isAsked(at)) continue;
        const gradeOf = grades.get(id.replace(asking.language, language));
        if (!gradeOf) throw new Error(`XQuAD has no translation of ${id} to ${language}.`);
        const isSampled = (at >> 3) % SAMPLE_STRIDE === place;
        const isOdd = at % 2 === 1;
        const part = `${asking.language}-${language}`;
        const labels = { set: ACROSS_LANGUAGES, part, isOdd, isForFit: !isOdd && isSampled };
        const question = { at, text, gradeOf, labels };
        trials.push(await searched.ask('full', searched.all, question));
        if (isSampled) trials.push(...(await searched.askElsewhere(question, random)));
      }
    }
  }
  return trials;
}
