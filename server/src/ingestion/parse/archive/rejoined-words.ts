import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { joinLines, vocabularyOf } from '#ingestion/parse/pdf/dehyphenate.ts';

type Call = Parameters<DocumentBuilder['add']>;

/** Collects blocks and joins words that were broken by hand, at the end of a line or in it: `Standardi- zation`. They
 *  come from documents that were converted from print. add: passes the blocks on, in order. */
export function createWordJoiner(add: DocumentBuilder['add']): {
  add: DocumentBuilder['add'];
  finish(): void;
} {
  const calls: Call[] = [];
  let isBroken = false;
  return {
    add: (...call) => {
      isBroken ||= BROKEN.test(call[1]);
      calls.push(call);
    },
    finish: () => {
      const vocabulary = isBroken ? vocabularyOf(linesOf(calls)) : undefined;
      for (const [kind, text, properties] of calls) {
        const whole =
          vocabulary === undefined || kind === 'code'
            ? text
            : text.replace(PLACES, (place: string, head: string, gap: string, rest: string) => {
                const isKnown = vocabulary.words.has((head + rest).toLowerCase());
                const isSuspended = CONJUNCTIONS.has(rest) || vocabulary.words.has(rest) || rest.length < 3;
                if (!isKnown && isSuspended && !gap.includes('\n')) return place;
                if (!isKnown && CONJUNCTIONS.has(rest)) return place;
                return joinLines(`${head}-`, rest, vocabulary);
              });
        add(kind, whole, properties);
      }
    },
  };
}

/** The text of the blocks, in lines that end after a hyphen, so that halves of words do not count as words. */
function* linesOf(calls: readonly Call[]): Generator<{ text: string }> {
  for (const [, text] of calls)
    for (const line of text.split(/(?<=\p{L}[-\u2010])[ \n]+/u)) yield { text: line };
}

const BROKEN = /\p{Ll}[-\u2010][ \n]+\p{Ll}/u;
const PLACES = /(?<![\p{L}-])(\p{L}{2,40})[-\u2010]([ \n]{1,3})(\p{Ll}{2,40})(?!\p{L})/gu;

/** Words that follow the suspended hyphen of a compound: "Vor- und Nachteile". */
const CONJUNCTIONS: ReadonlySet<string> = new Set(
  'and but nor or than to und oder bis bzw beziehungsweise sowie als wie et ou ni que en of och eller og eller lub oraz nebo ani och ja tai ve ya veya'.split(
    ' ',
  ),
);
