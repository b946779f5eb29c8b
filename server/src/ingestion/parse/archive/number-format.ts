/** A number format of a spreadsheet, as it shows numbers. */
export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'time' }
  | { kind: 'duration' }
  | { kind: 'date'; parts: DateParts; hasTime: boolean }
  | { kind: 'number'; sections: Section[] };

/** The parts of a date that the format shows. */
export type DateParts = 'year' | 'month' | 'day';

type Section = {
  /** Undefined for a section without a condition of its own. */
  condition: { operator: string; limit: number } | undefined;
  /** The signs in order: placeholders, literals, and the separators of numbers. */
  signs: Sign[];
};

type Sign = {
  kind: 'literal' | 'digit' | 'point' | 'comma' | 'percent' | 'exponent' | 'slash' | 'general';
  text: string;
};

const MAX_CODE = 300;

/** Reads the code of a number format, such as `#,##0.00 "kg"`. Its first section decides the kind. Format: ISO/IEC
 *  29500-1, 18.8.31. */
export function readNumberFormat(code: string): NumberFormat {
  const sections = sectionsOf(code.slice(0, MAX_CODE));
  const plain = sections[0]?.plain ?? '';
  if (/\[(?:h+|m+|s+)\]/i.test(plain)) return { kind: 'duration' };
  // Backtracks: over at most 300 characters.
  const letters = plain.replace(/\[[^\]]*\]/g, '').toLowerCase();
  if (letters.includes('general')) return { kind: 'plain' };
  const hasTime = /[hs]/.test(letters);
  if (/[yd]/.test(letters) || (letters.includes('m') && !hasTime))
    return {
      kind: 'date',
      parts:
        letters.includes('d') || !letters.includes('y') ? 'day' : letters.includes('m') ? 'month' : 'year',
      hasTime,
    };
  if (hasTime) return { kind: 'time' };
  if (!sections.some(({ signs }) => signs.some(({ kind }) => kind === 'digit'))) return { kind: 'plain' };
  return { kind: 'number', sections: sections.slice(0, 3) };
}

type ReadSection = Section & { /** Without literals. */ plain: string };

function sectionsOf(code: string): ReadSection[] {
  const sections: ReadSection[] = [{ condition: undefined, signs: [], plain: '' }];
  const add = (kind: Sign['kind'], text: string): void => {
    sections.at(-1)?.signs.push({ kind, text });
  };
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at] ?? '';
    const section = sections.at(-1);
    if (!section) break;
    if (sign === '"' || sign === '[') {
      const close = code.indexOf(sign === '"' ? '"' : ']', at + 1);
      const end = close < 0 ? code.length : close;
      const inside = code.slice(at + 1, end);
      if (sign === '"') add('literal', inside);
      else readBrackets(inside, section);
      at = end;
    } else if (sign === '\\' || sign === '_' || sign === '*') {
      at += 1;
      // `_` leaves the width of the next character blank, and `*` fills the cell with it.
      if (sign !== '*') add('literal', sign === '_' ? ' ' : (code[at] ?? ''));
    } else if (sign === ';') sections.push({ condition: undefined, signs: [], plain: '' });
    else if (/^E[+-]/i.test(code.slice(at, at + 2))) {
      add('exponent', code[at + 1] ?? '+');
      at += 1;
    } else {
      section.plain += sign;
      add(SIGNS[sign] ?? 'literal', sign);
    }
  }
  return sections;
}

const SIGNS: Record<string, Sign['kind']> = {
  '0': 'digit',
  '#': 'digit',
  '?': 'digit',
  '.': 'point',
  ',': 'comma',
  '%': 'percent',
  '/': 'slash',
};

/** `[$€-407]` is a currency, `[>=100]` a condition, `[h]` a duration, anything else a colour or a language. */
function readBrackets(inside: string, section: ReadSection): void {
  const condition = /^(<=|>=|<>|<|>|=)(-?\d{1,15}(?:\.\d{1,15})?)$/.exec(inside);
  if (inside.startsWith('$'))
    section.signs.push({ kind: 'literal', text: inside.slice(1).split('-')[0] ?? '' });
  else if (condition) section.condition = { operator: condition[1] ?? '', limit: Number(condition[2]) };
  else section.plain += `[${inside}]`;
}

/** Writes a number as a cell with these sections shows it; undefined for a format that shows nothing of it. Decimals are
 *  separated by a point, whatever the language of the spreadsheet. */
export function writeNumber(value: number, sections: readonly Section[]): string | undefined {
  const { section, isSigned } = sectionFor(value, sections);
  if (!section) return undefined;
  const text = fill(Math.abs(value), section.signs).replace(/\s+/g, ' ').trim();
  if (text === '') return undefined;
  return isSigned && value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** isSigned: the number needs a minus sign, because the section is not only for negative numbers. */
function sectionFor(
  value: number,
  sections: readonly Section[],
): { section: Section | undefined; isSigned: boolean } {
  if (sections.some(({ condition }) => condition))
    return {
      section: sections.find(({ condition }) => !condition || holds(value, condition)),
      isSigned: true,
    };
  const [positive, negative, zero] = sections;
  if (value === 0) return { section: zero ?? positive, isSigned: false };
  return value < 0 && negative
    ? { section: negative, isSigned: false }
    : { section: positive, isSigned: true };
}

function holds(value: number, { operator, limit }: { operator: string; limit: number }): boolean {
  if (operator === '=') return value === limit;
  if (operator === '<>') return value !== limit;
  const isOver = operator.startsWith('>') ? value > limit : value < limit;
  return isOver || (operator.endsWith('=') && value === limit);
}

function fill(value: number, signs: readonly Sign[]): string {
  if (!signs.some(({ kind }) => kind === 'digit')) return signs.map(textOf).join('');
  if (signs.some(({ kind }) => kind === 'slash')) return withFraction(value, signs);
  const exponent = signs.findIndex(({ kind }) => kind === 'exponent');
  const mantissa = exponent < 0 ? signs : signs.slice(0, exponent);
  const point = mantissa.findIndex(({ kind }) => kind === 'point');
  const whole = point < 0 ? mantissa : mantissa.slice(0, point);
  const decimals = point < 0 ? [] : mantissa.slice(point + 1);
  const places = decimals.filter(isDigit);
  if (exponent >= 0) {
    const [digits = '', power = '0'] = value.toExponential(places.length).split('e');
    const width = signs.slice(exponent).filter(isDigit).length;
    const size = power.replace(/^[+-]/, '').padStart(width, '0');
    return `${digits}E${power.startsWith('-') ? '-' : (signs[exponent]?.text ?? '') === '+' ? '+' : ''}${size}`;
  }
  const percents = signs.filter(({ kind }) => kind === 'percent').length;
  const scaled = (value * 100 ** percents) / 1000 ** trailingCommas(mantissa);
  if (scaled >= 1e21) return String(value);
  const [digits = '0', fraction = ''] = round(scaled, places.length).split('.');
  const needed = places.findLastIndex(({ text }) => text === '0') + 1;
  let kept = fraction.length;
  while (kept > needed && fraction[kept - 1] === '0') kept -= 1;
  return wholePart(digits, whole) + decimalPart(fraction.slice(0, kept), decimals, point >= 0);
}

const isDigit = ({ kind }: Sign): boolean => kind === 'digit';

const textOf = ({ kind, text }: Sign): string => (kind === 'digit' || kind === 'comma' ? '' : text);

/** Rounds the decimal digits: in binary, 1.005 is a little less than it looks. */
function round(value: number, places: number): string {
  const shown = String(Number(value.toPrecision(15)));
  if (shown.includes('e')) return value.toFixed(Math.min(places, 20));
  return (Math.round(Number(`${shown}e${places}`)) / 10 ** places).toFixed(Math.min(places, 20));
}

/** Commas after the last digit: each divides by a thousand. */
function trailingCommas(signs: readonly Sign[]): number {
  const last = signs.findLastIndex(isDigit);
  return signs.slice(last + 1).filter(({ kind }) => kind === 'comma').length;
}

/** The digits before the point, put into the placeholders from the right: `000-00` shows 12345 as `123-45`. */
function wholePart(digits: string, signs: readonly Sign[]): string {
  const first = signs.findIndex(isDigit);
  const last = signs.findLastIndex(isDigit);
  const isGrouped = signs.slice(first, last).some(({ kind }) => kind === 'comma');
  let rest = digits === '0' ? '' : digits;
  let written = 0;
  let text = '';
  const put = (digit: string): void => {
    text = digit + (isGrouped && written > 0 && written % 3 === 0 ? ',' : '') + text;
    written += 1;
  };
  for (let at = signs.length - 1; at >= 0; at -= 1) {
    const sign = signs[at];
    if (!sign) continue;
    if (sign.kind !== 'digit') {
      text = textOf(sign) + text;
      continue;
    }
    if (rest !== '') put(rest.slice(-1));
    else if (sign.text === '0') put('0');
    rest = rest.slice(0, -1);
    if (at === first) for (; rest !== ''; rest = rest.slice(0, -1)) put(rest.slice(-1));
  }
  return first < 0 && digits !== '0' ? digits + text : text;
}

function decimalPart(fraction: string, signs: readonly Sign[], hasPoint: boolean): string {
  let at = 0;
  let text = hasPoint && fraction !== '' ? '.' : '';
  for (const sign of signs) {
    if (sign.kind !== 'digit') text += textOf(sign);
    else {
      text += fraction[at] ?? '';
      at += 1;
    }
  }
  return text;
}

/** `# ?/?`: the nearest fraction whose denominator has as many digits as the format. */
function withFraction(value: number, signs: readonly Sign[]): string {
  const slash = signs.findIndex(({ kind }) => kind === 'slash');
  const after = signs.slice(slash + 1);
  const fixed = Number(
    after
      .map(({ text }) => text)
      .join('')
      .trim(),
  );
  const most = 10 ** Math.min(3, Math.max(1, after.filter(isDigit).length)) - 1;
  const whole = Math.floor(value);
  let best = { over: 0, under: 1, error: Number.POSITIVE_INFINITY };
  for (let under = fixed > 1 ? fixed : 1; under <= (fixed > 1 ? fixed : most); under += 1) {
    const over = Math.round((value - whole) * under);
    const error = Math.abs(value - whole - over / under);
    if (error < best.error - 1e-12) best = { over, under, error };
  }
  if (best.over === 0) return String(whole);
  if (best.over === best.under) return String(whole + 1);
  return `${whole === 0 ? '' : `${whole} `}${best.over}/${best.under}`;
}
