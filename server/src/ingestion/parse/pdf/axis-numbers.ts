/** The fewest numbers of an axis. */
const MIN_NUMBERS = 5;
/** The most texts of a page to look at as one axis. */
const MAX_NUMBERS = 200;

/** The indexes of texts that are only the numbers along the axis of a chart: `0 10 20 30 40`, in one text or one below
 *  the other. texts: of one page in order; undefined for what cannot belong to an axis. */
export function axisNumbers(texts: readonly (string | undefined)[]): Set<number> {
  const found = new Set<number>();
  let open: { indexes: number[]; numbers: number[] } = { indexes: [], numbers: [] };
  const close = (): void => {
    if (isAxis(open.numbers)) for (const index of open.indexes) found.add(index);
    open = { indexes: [], numbers: [] };
  };
  for (const [index, text] of [...texts, undefined].entries()) {
    const numbers = text === undefined ? undefined : numbersIn(text);
    if (!numbers) close();
    else if (isAxis(numbers)) found.add(index);
    else {
      const last = open.indexes.at(-1);
      if (last !== undefined && last !== index - 1) close();
      open.indexes.push(index);
      open.numbers.push(...numbers);
    }
  }
  return found;
}

function numbersIn(text: string): number[] | undefined {
  const words = text.slice(0, 10 * MAX_NUMBERS).split(' ');
  if (words.length > MAX_NUMBERS || !words.every((word) => /^[-+−–]?[\d.,]{1,12}%?$/.test(word))) return;
  const numbers = words.map((word) => Number(word.replace(/[−–]/, '-').replace(/[,%]/g, '')));
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

function isAxis(numbers: readonly number[]): boolean {
  const [first = 0, second = 0] = numbers;
  const step = second - first;
  if (numbers.length < MIN_NUMBERS || step === 0) return false;
  return numbers.every((number, index) => Math.abs(number - first - step * index) < Math.abs(step) / 100);
}
