/** Words that say that something is asked, not what: stems. */
const ASKING = new Set(
  'want|need|know|tell|help|possibl|wonder|explain|mocht|wiss|moglich|posibl|quier|sab|veux|savoir'.split(
    '|',
  ),
);

/** Words that ask the same of anything, in stems. Only such: `child` and `adult` are as near to a model as these. */
const SAME = [
  'long|length',
  'old|age',
  'high|height|tall',
  'wide|width',
  'deep|depth',
  'heavi|weight|weigh',
  'big|larg|size',
  'cost|price|expens|fee',
  'buy|purchas',
  'start|begin',
  'end|finish',
  'delet|remov',
  'edit|modifi|chang|updat',
  'phone|telephon',
  'kostet|preis|teu',
  'cuest|preci',
  'cout|prix|cher',
].map((words) => new Set(words.split('|')));

/** Whether two questions say the same words, apart from those that only ask, and from those that mean the same. A word that
 *  one of them lacks, such as a name or `for children`, makes it another question.
 *  The arguments: see questionTerms. */
export function agreeInWords(question: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const missing = told(question).filter((term) => !other.has(term));
  const added = told(other).filter((term) => !question.has(term));
  return (
    missing.length === added.length &&
    missing.length < told(question).length &&
    missing.every((term) => added.some((word) => SAME.some((set) => set.has(term) && set.has(word))))
  );
}

const told = (terms: ReadonlySet<string>): string[] => [...terms].filter((term) => !ASKING.has(term));
