import { cite, snippetOf } from '#chat/passages/cite.ts';
import type { Citation, SourceReference } from '#storage/citation.ts';
import type { RankedSentence } from './rank-sentences.ts';

/** Writes chosen sentences as a reply with an exact citation for each: one paragraph per source, the source of the best
 *  sentence first, sentences in document order. A citation excludes a full stop that was added.
 *  chosen: best first. */
export function composeReply(chosen: readonly RankedSentence[]): {
  text: string;
  sources: SourceReference[];
  citations: Citation[];
} {
  const citations: Citation[] = [];
  const sources: SourceReference[] = [];
  let text = '';
  for (const ofSource of Map.groupBy(chosen, ({ passage }) => passage.sourceId).values()) {
    const [best] = ofSource;
    if (!best) continue;
    const { sourceId: id, sourceName: name } = best.passage;
    sources.push({ id, name, snippet: snippetOf(best.text) });
    if (text) text += '\n\n';
    for (const sentence of ofSource.toSorted((a, b) => a.start - b.start)) {
      if (text && !text.endsWith('\n\n') && !closedWide.test(text)) text += ' ';
      citations.push(cite(sentence, { start: text.length, end: text.length + sentence.text.length }));
      text += sentence.text + missingStop(sentence.text);
    }
  }
  return { text, sources, citations };
}

/** Full-width punctuation includes its own space. */
const closedWide = /[。！？｡」』）]$/;
const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const closed = /[\p{P}|`]$/u;
const openOrDash = /[\p{Ps}\p{Pd}]$/u;

/** List items and table cells end without punctuation, which would run them into the next sentence. */
function missingStop(sentence: string): string {
  if (closed.test(sentence) && !openOrDash.test(sentence)) {
    const bare = sentence.replace(/(?<!["'\p{Pf}\p{Pe}])["'\p{Pf}\p{Pe}]+$/u, '');
    if (bare === sentence || closed.test(bare)) return '';
  }
  return wideLetter.test(sentence.slice(-2)) ? '。' : '.';
}
