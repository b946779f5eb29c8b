import { foldAccents } from './fold.ts';
import type { Language } from './language.ts';
import type { RunKind } from './scan-runs.ts';
import { characterPairs, segmentUnspaced } from './segment-unspaced.ts';
import { splitRun } from './split-run.ts';
import { stemWord } from './stem.ts';

/** words: the words that count towards the length; extras: additional terms (whole names, character pairs). */
export type RunWords = { words: string[]; extras: string[] };

/** The words of a run of `scanRuns` before stemming. */
export function wordsOfRun(run: string, kind: RunKind): RunWords {
  if (kind === 'spaced') {
    const { words, names } = splitRun(run);
    return { words, extras: names };
  }
  // A Korean word of two syllables is its own pair.
  if (kind === 'hangul') return { words: [run], extras: run.length > 2 ? characterPairs(run) : [] };
  return { words: segmentUnspaced(run), extras: characterPairs(run) };
}

/** The index term of a word: lower case, stemmed if it is all letters, without accents, at most 64 characters (a longer
 *  one keeps its beginning and a hash of the whole). */
export function termOf(word: string, language: Language): string {
  const lower = language === 'tr' ? word.toLocaleLowerCase('tr') : word.toLowerCase();
  if (lower.length > maxTermLength) return `${lower.slice(0, maxTermLength - 9)}#${hash(lower)}`;
  if (isUnspaced.test(lower)) return lower;
  return lettersOnly.test(lower) ? stemWord(lower, language) : foldAccents(lower);
}

const maxTermLength = 64;
/** Scripts without case, accents or endings. */
const isUnspaced = /^[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff\uac00-\ud7a3]/;
const lettersOnly = /^[\p{L}\p{M}]+$/u;

/** 32-bit FNV-1a as 8 hexadecimal digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}
