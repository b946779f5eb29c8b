import { matchTerm } from '#chat/passages/match-term.ts';
import { plainText } from '#chat/passages/read-units.ts';
import type { TermReader } from '#chat/passages/term-reader.ts';
import { FUNCTION_WORD_WEIGHT } from '#text/analyze-query.ts';
import { splitSentences } from '#text/sentences.ts';
import type { RankedUnit } from './rank-units.ts';
import { type AnalyzedQuestion, holdsAnswer } from './read-question.ts';

/** A paragraph without the sentences that have nothing to do with the question: those before the first and behind the last one
 *  with a word of it. The whole paragraph if it lacks a word of the question, which another sentence may say differently, or if
 *  a sentence that is left out belongs to one that stays. */
export function narrowUnit(unit: RankedUnit, question: AnalyzedQuestion, reader: TermReader): RankedUnit {
  const { passage, kind } = unit;
  const base = passage.start;
  if (kind !== 'text' || passage.isForeign) return unit;
  const sentences = splitSentences(passage.text, unit.start - base, unit.end - base).map((span) => ({
    ...span,
    text: plainText(passage.text.slice(span.start, span.end), 'paragraph'),
  }));
  const content = question.terms.filter(({ weight }) => weight > FUNCTION_WORD_WEIGHT);
  const saysSome = ({ text }: { text: string }): boolean => {
    const terms = reader.termsOf(text);
    return content.some(({ term }) => matchTerm(term, terms) > 0);
  };
  const from = sentences.findIndex(saysSome);
  const to = sentences.findLastIndex(saysSome);
  const [first, last] = [sentences[from], sentences[to]];
  if (!first || !last || to - from === sentences.length - 1) return unit;
  if (!content.every(({ term }) => matchTerm(term, unit.terms) > 0)) return unit;
  const next = sentences[to + 1];
  if ((from > 0 && leansBack.test(first.text)) || (next && leansBack.test(next.text))) return unit;
  const text = sentences
    .slice(from, to + 1)
    .map((sentence) => sentence.text)
    .join(' ');
  if (holdsAnswer(question, unit.text) && !holdsAnswer(question, text)) return unit;
  return { ...unit, start: base + first.start, end: base + last.end, text };
}

/** How a sentence begins that belongs to the one before it. */
const leansBack = new RegExp(
  [
    String.raw`^[^\p{L}]*(?:(?:`,
    'it|its|this|that|these|those|they|them|their|he|his|she|her|such|both|each|neither|then|so|but|and|or|yet|also|instead|therefore|thus|',
    'hence|however|otherwise|likewise|similarly|moreover|furthermore|besides|still|only|even|not|there|here|afterwards?|meanwhile|',
    'for (?:example|instance|this|that|these|those)|in (?:this|that|these|those|both|each|addition|other|particular|contrast|fact)|',
    'on the other|as a (?:result|consequence)|because of (?:this|that)|if (?:so|not|it|they|this|that)|with(?:out)? (?:it|this|that|them|these)|without|',
    'the (?:first|second|third|former|latter|last|other|others|same|next|rest)|one|another|others|some|most|all|none|second|third|finally|next|',
    'er|sie|es|dies\\p{L}*|das|dass|jene\\p{L}*|sein\\p{L}*|ihr\\p{L}*|dann|so|aber|und|oder|doch|auch|stattdessen|daher|deshalb|deswegen|darum|also|jedoch|',
    'sonst|andernfalls|außerdem|zudem|dabei|dafür|dagegen|damit|danach|darin|dazu|davon|hier|dort|beide|nur|zum beispiel|in diesem|',
    'il|elle|ils|elles|ce|cet|cette|ces|cela|son|sa|ses|leurs?|mais|et|ou|donc|alors|ainsi|aussi|cependant|toutefois|sinon|puis|ensuite|par exemple|',
    'él|ella|ellos|ellas|este|esta|esto|estos|estas|ese|esa|eso|su|sus|pero|y|o|así|entonces|también|además|luego|después|por ejemplo|sin embargo|',
    'esso|essa|essi|questo|questa|questi|queste|suo|sua|ma|ed?|quindi|allora|anche|inoltre|poi|ad esempio|per esempio|tuttavia|',
    'ele|ela|eles|elas|isso|isto|esse|essa|seu|mas|então|também|além disso|depois|por exemplo|no entanto|',
    'hij|zij|het|dit|deze|die|dat|zijn|hun|maar|en|of|dus|ook|daarom|daarna|bijvoorbeeld|echter|',
    'он|она|оно|они|это|этот|эта|эти|его|её|их|но|и|а|или|также|поэтому|затем|потом|например|однако|иначе',
    String.raw`)(?!\p{L})|这|這|那|它|他|她|其|此|因此|所以|但|而|并|並|也|还|還|然后|然後|例如|比如|否则|另外|それ|これ|その|この|また|しかし|そして|ただし|例えば|그|이것|또한|그러나|하지만|따라서|예를)`,
  ].join(''),
  'iu',
);
