/** A run of `*` or `_`. */
export type Mark = {
  type: 'mark';
  sign: string;
  /** Offsets into the text that is read. */
  from: number;
  to: number;
  canOpen: boolean;
  canClose: boolean;
  /** How many characters of the run each pair takes, from the outside in. */
  opens: number[];
  /** The same, from the inside out. */
  closes: number[];
};

const space = /^\s?$/u;
const sign = /[\p{P}\p{S}]/u;
/** Scripts without spaces, where a mark is next to other words. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
/** After these, a star multiplies or starts a power: 5*3*2, x**2. */
const factor = /[\p{Script=Latin}\p{N}]/u;
const word = /[\p{L}\p{M}\p{N}]/u;
const LONGEST = { '*': 3, _: 1 };

/** Reads a run. It opens and closes by CommonMark's rules, except next to wide letters, where punctuation of their script
 *  counts as letters, and after factors, where nothing opens. Two underscores are part of a name: __init__. */
export function readMark(text: string, from: number, to: number): Mark {
  // Surrogates count as neither space nor punctuation, which is right for most characters written with them.
  const [before, after] = [text[from - 1] ?? '', text[to] ?? ''];
  const name = text[from] === '_' ? '_' : '*';
  const isLeft =
    !space.test(after) && (!sign.test(after) || space.test(before) || sign.test(before) || wide.test(before));
  const isRight =
    !space.test(before) && (!sign.test(before) || space.test(after) || sign.test(after) || wide.test(after));
  const fits = to - from <= LONGEST[name];
  return {
    type: 'mark',
    sign: name,
    from,
    to,
    canOpen: fits && isLeft && !(name === '*' ? factor : word).test(before),
    canClose: fits && isRight && !(name === '_' && word.test(after)),
    opens: [],
    closes: [],
  };
}

const leftOf = ({ from, to, opens, closes }: Mark): number =>
  [...opens, ...closes].reduce((left, taken) => left - taken, to - from);

/** Whether runs of these lengths must not pair: `*a**b*` (CommonMark, rules 9 and 10). */
const isCrossed = (opener: Mark, closer: Mark): boolean => {
  const [one, other] = [opener.to - opener.from, closer.to - closer.from];
  return (opener.canClose || closer.canOpen) && (one + other) % 3 === 0 && (one % 3 !== 0 || other % 3 !== 0);
};

/** Pairs runs in order. Linear: a failed search is not repeated. */
export function pairMarks(marks: readonly Mark[]): void {
  const open: Mark[] = [];
  const searchedTo = new Map<string, number>();
  for (const closer of marks) {
    const kind = `${closer.sign}${closer.canOpen}${(closer.to - closer.from) % 3}`;
    while (closer.canClose && leftOf(closer) > 0) {
      const bottom = searchedTo.get(kind) ?? 0;
      let place = open.length - 1;
      for (let opener = open[place]; opener && opener.from >= bottom; opener = open[--place])
        if (opener.sign === closer.sign && !isCrossed(opener, closer)) break;
      const opener = open[place];
      if (!opener || opener.from < bottom) {
        searchedTo.set(kind, closer.from);
        break;
      }
      open.length = place + 1;
      const taken = Math.min(2, leftOf(opener), leftOf(closer));
      opener.opens.unshift(taken);
      closer.closes.push(taken);
      if (leftOf(opener) === 0) open.pop();
    }
    if (closer.canOpen && leftOf(closer) > 0) open.push(closer);
  }
}
