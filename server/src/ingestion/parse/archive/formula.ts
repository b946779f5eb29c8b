import type { Attributes } from './read-xml.ts';

type Node = { name: string; attributes: Attributes; children: Node[]; text: string };

export type FormulaReader = {
  /** Each returns true if the element or the text belongs to a formula, and needs no other handling. */
  open(name: string, attributes: Attributes): boolean;
  close(name: string): boolean;
  text(text: string): boolean;
};

/** The most elements of one formula. The rest of a larger one is left out. */
const MAX_NODES = 20_000;

/** Reads the formulas in a document (Office Math, ISO/IEC 29500-1, 22.1) as LaTeX without delimiters:
 *  `x=\frac{1}{2}`. add: called with each formula at its end. */
export function createFormulaReader(add: (latex: string) => void): FormulaReader {
  let open: Node[] = [];
  let nodes = 0;
  return {
    open: (name, attributes) => {
      if (open.length === 0 && name !== 'm:oMath') return false;
      const node: Node = { name, attributes, children: [], text: '' };
      nodes += 1;
      if (nodes <= MAX_NODES) open.at(-1)?.children.push(node);
      open.push(node);
      return true;
    },
    close: () => {
      if (open.length === 0) return false;
      const node = open.pop();
      if (node && open.length === 0) {
        add(latexOf(node));
        open = [];
        nodes = 0;
      }
      return true;
    },
    text: (text) => {
      const node = open.at(-1);
      if (!node) return false;
      if (node.name === 'm:t') node.text += text;
      return true;
    },
  };
}

const latexOf = (node: Node): string => (WRITERS[node.name] ?? content)(node);

/** The children one after another. A command needs a space before a letter: `\pm b`. */
function content({ children }: Node): string {
  let latex = '';
  for (const child of children) latex = joined(latex, latexOf(child));
  return latex;
}

const joined = (before: string, after: string): string =>
  /\\[a-z]+$/i.test(before.slice(-30)) && /^[a-z]/i.test(after) ? `${before} ${after}` : before + after;

const part = (node: Node, name: string): string => {
  const child = node.children.find((other) => other.name === name);
  return child ? content(child) : '';
};

/** The value of a property such as m:chr; undefined if the formula does not set it. */
const property = (node: Node, name: string): string | undefined => {
  const properties = node.children.find((child) => child.name === `${node.name}Pr`);
  const found = properties?.children.find((child) => child.name === name);
  return found && (found.attributes['m:val'] ?? '');
};

const group = (latex: string): string => (/^(?:[^\\{}^_]|\\[a-zA-Z]+)$/u.test(latex) ? latex : `{${latex}}`);

const script = (sign: '^' | '_', latex: string): string => (latex === '' ? '' : `${sign}${group(latex)}`);

/** A base that scripts can follow: `{a+b}^2`. */
const base = (latex: string): string => (/^[^+\-=\s]*$/.test(latex) ? latex : `{${latex}}`);

const parts = (node: Node): string[] =>
  node.children.filter(({ name }) => name === 'm:e').map((child) => content(child));

const WRITERS: Record<string, (node: Node) => string> = {
  'm:t': ({ text }) => symbols(text),
  'm:rPr': () => '',
  'w:rPr': () => '',
  'm:ctrlPr': () => '',
  'm:f': (node) => {
    const [over, under] = [part(node, 'm:num'), part(node, 'm:den')];
    const type = property(node, 'm:type');
    if (type === 'lin' || type === 'skw') return `${base(over)}/${base(under)}`;
    return `\\${type === 'noBar' ? 'binom' : 'frac'}{${over}}{${under}}`;
  },
  'm:rad': (node) => {
    const degree = part(node, 'm:deg');
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${part(node, 'm:e')}}`;
  },
  'm:sSup': (node) => base(part(node, 'm:e')) + script('^', part(node, 'm:sup')),
  'm:sSub': (node) => base(part(node, 'm:e')) + script('_', part(node, 'm:sub')),
  'm:sSubSup': (node) =>
    base(part(node, 'm:e')) + script('_', part(node, 'm:sub')) + script('^', part(node, 'm:sup')),
  'm:sPre': (node) =>
    `{}${script('_', part(node, 'm:sub'))}${script('^', part(node, 'm:sup'))}${part(node, 'm:e')}`,
  'm:nary': (node) =>
    joined(
      symbols(property(node, 'm:chr') ?? '∫') +
        script('_', part(node, 'm:sub')) +
        script('^', part(node, 'm:sup')),
      part(node, 'm:e'),
    ),
  'm:d': (node) => {
    const [begin, end] = [property(node, 'm:begChr') ?? '(', property(node, 'm:endChr') ?? ')'];
    return bracket(begin) + parts(node).join(symbols(property(node, 'm:sepChr') ?? '|')) + bracket(end);
  },
  'm:func': (node) => {
    const name = part(node, 'm:fName');
    return joined(FUNCTIONS.test(name) ? `\\${name}` : name, part(node, 'm:e'));
  },
  'm:limLow': (node) => base(limited(part(node, 'm:e'))) + script('_', part(node, 'm:lim')),
  'm:limUpp': (node) => base(limited(part(node, 'm:e'))) + script('^', part(node, 'm:lim')),
  'm:acc': (node) => `\\${ACCENTS[property(node, 'm:chr') ?? '\u0302'] ?? 'hat'}{${part(node, 'm:e')}}`,
  'm:bar': (node) =>
    `\\${property(node, 'm:pos') === 'top' ? 'overline' : 'underline'}{${part(node, 'm:e')}}`,
  'm:m': (node) =>
    `\\begin{matrix}${node.children
      .filter(({ name }) => name === 'm:mr')
      .map((row) => parts(row).join('&'))
      .join('\\\\')}\\end{matrix}`,
  'm:eqArr': (node) => parts(node).join(' \\\\ '),
};

const FUNCTIONS =
  /^(?:a(?:rc)?(?:sin|cos|tan)|(?:sin|cos|tan|cot|sec|csc)h?|log|ln|lg|exp|lim|max|min|sup|inf|det|dim|gcd|arg|ker|Pr)$/;

const limited = (name: string): string => (FUNCTIONS.test(name) ? `\\${name}` : name);

const bracket = (sign: string): string => (sign === '{' || sign === '}' ? `\\${sign}` : symbols(sign));

const ACCENTS: Record<string, string> = {
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u0306': 'breve',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u030c': 'check',
  '\u20d7': 'vec',
};

/** Writes signs that LaTeX has a command for as that command. Letters in mathematical alphabets become plain ones. */
function symbols(text: string): string {
  let latex = '';
  for (const sign of text) latex = joined(latex, SYMBOLS.get(sign) ?? plain(sign));
  return latex;
}

const plain = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0;
  return code >= 0x1d400 && code <= 0x1d7ff ? symbolOf(sign.normalize('NFKC')) : sign;
};

const symbolOf = (sign: string): string => SYMBOLS.get(sign) ?? sign;

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
const CAPITALS: Record<string, string> = {
  Γ: 'Gamma',
  Δ: 'Delta',
  Θ: 'Theta',
  Λ: 'Lambda',
  Ξ: 'Xi',
  Π: 'Pi',
  Σ: 'Sigma',
  Φ: 'Phi',
  Ψ: 'Psi',
  Ω: 'Omega',
};
const NAMED: Record<string, string> = {
  '±': 'pm',
  '∓': 'mp',
  '×': 'times',
  '÷': 'div',
  '·': 'cdot',
  '⋅': 'cdot',
  '∙': 'cdot',
  '≤': 'leq',
  '≥': 'geq',
  '≠': 'neq',
  '≈': 'approx',
  '≡': 'equiv',
  '∼': 'sim',
  '∝': 'propto',
  '∞': 'infty',
  '∑': 'sum',
  '∏': 'prod',
  '∫': 'int',
  '∬': 'iint',
  '∮': 'oint',
  '∂': 'partial',
  '∇': 'nabla',
  '√': 'surd',
  '∈': 'in',
  '∉': 'notin',
  '⊂': 'subset',
  '⊆': 'subseteq',
  '∪': 'cup',
  '∩': 'cap',
  '∅': 'emptyset',
  '∀': 'forall',
  '∃': 'exists',
  '∧': 'wedge',
  '∨': 'vee',
  '¬': 'neg',
  '→': 'to',
  '←': 'leftarrow',
  '↔': 'leftrightarrow',
  '⇒': 'Rightarrow',
  '⇔': 'Leftrightarrow',
  '…': 'dots',
  '⋯': 'cdots',
  ϵ: 'epsilon',
  ϕ: 'phi',
  ℏ: 'hbar',
  '°': 'degree',
};
const SYMBOLS = new Map<string, string>([
  ...GREEK.map((name, index): [string, string] => [String.fromCharCode(0x3b1 + index), `\\${name}`]),
  ...Object.entries({ ...CAPITALS, ...NAMED }).map(([sign, name]): [string, string] => [sign, `\\${name}`]),
  ['−', '-'],
  ['\u2061', ''],
]);
