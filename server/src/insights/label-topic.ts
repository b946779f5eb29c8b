import { questionTerms } from './group-questions.ts';

/** The word that most questions of a topic have in common, such as "Parking"; undefined if there is none.
 *  questions: different wordings, the latest first. */
export function labelTopic(questions: readonly string[]): string | undefined {
  if (questions.length < 2) return undefined;
  /** How often each written form of a term occurs, and in how many questions the term. */
  const forms = new Map<string, Map<string, number>>();
  const spread = new Map<string, number>();
  for (const question of questions) {
    const terms = questionTerms(question);
    for (const term of terms) spread.set(term, (spread.get(term) ?? 0) + 1);
    for (const [word] of question.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const [term, ...more] = questionTerms(word);
      if (term === undefined || more.length > 0 || !terms.has(term)) continue;
      const known = forms.get(term) ?? new Map<string, number>();
      known.set(word, (known.get(word) ?? 0) + 1);
      forms.set(term, known);
    }
  }
  const common = [...spread]
    .filter(([term, count]) => count >= 2 && forms.has(term))
    .sort(([a, one], [b, other]) => other - one || b.length - a.length);
  const [[term] = []] = common;
  if (term === undefined) return undefined;
  const label = formOf(forms.get(term));
  return label.charAt(0).toLocaleUpperCase() + label.slice(1);
}

/** The most frequent form. */
const formOf = (forms: ReadonlyMap<string, number> | undefined): string =>
  [...(forms ?? [])].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
