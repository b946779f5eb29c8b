import type { WorkspaceStore } from '#storage/store.ts';
import { FUNCTION_WORD_WEIGHT } from '#text/analyze-query.ts';
import { findTerms } from '#text/find-terms.ts';
import { detectLanguage, type Language, SOURCE_SAMPLE_CHARACTERS } from '#text/language.ts';
import type { Span } from '#text/sentences.ts';
import type { Hit } from './hit-selector.ts';

/** Where in the text of each hit the words stand that it was found by, function words aside. It takes 0.5 ms a hit, and 2 ms
 *  where a dictionary must cut the words, as in Japanese: others get a turn between two hits. */
export async function findMatches(
  { contents }: Pick<WorkspaceStore, 'contents'>,
  hits: readonly Hit[],
): Promise<Span[][]> {
  const sources = new Map(
    hits
      .filter(({ candidate }) => candidate.terms.length > 0)
      .map(({ chunk }) => [chunk.source_id, chunk.revision]),
  );
  const beginnings = new Map(
    await Promise.all(
      [...sources].map(
        async ([id, revision]) =>
          [id, await contents.textStart(id, revision, SOURCE_SAMPLE_CHARACTERS)] as const,
      ),
    ),
  );
  const languages = new Map<string, Language>();
  const matches: Span[][] = [];
  for (const { chunk, candidate } of hits) {
    const telling = candidate.terms.filter(({ weight }) => weight > FUNCTION_WORD_WEIGHT);
    // That in which ingestion has stemmed the words of the source.
    const language = languages.get(chunk.source_id) ?? detectLanguage(beginnings.get(chunk.source_id) ?? '');
    languages.set(chunk.source_id, language);
    matches.push(findTerms(chunk.text, language, new Set(telling.map(({ term }) => term))));
    await new Promise(setImmediate);
  }
  return matches;
}
