/** The words of a run in their original case, and the names that it forms as a whole, in lower case.
 *  `ERR_42X` -> words ERR, 42X, names err_42x; `getUserName` -> get, User, Name, getusername; `e-mail` -> e, mail,
 *  email; `v1.29.3` -> v1, 29, 3, names v1.29.3, 1.29.3; `U.S.` -> US; `it's` -> it; `1,000` -> 1000. */
type SplitRun = { words: string[]; names: string[] };

/** Splits a run of `scanRuns` of kind spaced. Linear in its length. */
export function splitRun(run: string): SplitRun {
  const split: SplitRun = { words: [], names: [] };
  const pieces = run.split(apostrophe);
  pieces.forEach((piece, index) => {
    if (piece && !(index > 0 && clitic.test(piece))) splitPiece(piece, split);
  });
  return split;
}

const apostrophe = /['’ʼ]/;
/** English suffixes after an apostrophe: it's, don't, we'll. */
const clitic = /^(?:s|t|d|m|ll|re|ve)$/i;
const joiners = /[_\-.@/\\‐·&+#:,]+/;
const hyphensOnly = /^[\p{L}\p{M}\p{N}]+(?:[-‐·][\p{L}\p{M}\p{N}]+)+$/u;
const acronym = /^\p{L}(?:\.\p{L})+$/u;
const commas = /^\p{Nd}{1,3}(?:,\p{Nd}{3})+/u;
const versionWithLetter = /^v\d+(?:\.\w+)+$/i;

function splitPiece(piece: string, split: SplitRun): void {
  if (acronym.test(piece)) {
    split.words.push(piece.replaceAll('.', ''));
    return;
  }
  const plain = commas.test(piece) ? piece.replaceAll(',', '') : piece;
  const parts = plain.split(joiners).filter((part) => part !== '');
  if (parts.length > 1 || parts[0] !== plain) {
    const name = plain.toLowerCase();
    split.names.push(hyphensOnly.test(plain) ? parts.join('').toLowerCase() : name);
    if (versionWithLetter.test(plain)) split.names.push(name.slice(1));
  }
  for (const part of parts) splitCamelCase(part, split);
}

const humps = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Nd})(?=\p{Lu}\p{Ll})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u;
const hasHump = /\p{Ll}\p{Lu}|\p{Nd}\p{Lu}\p{Ll}|\p{Lu}{2}\p{Ll}{2}/u;

function splitCamelCase(part: string, split: SplitRun): void {
  if (!hasHump.test(part)) {
    split.words.push(part);
    return;
  }
  // A single letter carries no meaning: iPhone is iphone and phone.
  const words = part.split(humps).filter((word) => word.length > 1);
  if (words.length > 0) split.names.push(part.toLowerCase());
  for (const word of words.length > 0 ? words : [part]) split.words.push(word);
}
