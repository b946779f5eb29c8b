/** Scripts of which the bundled model has hardly more than single letters, and the cosine that any two texts in them
 *  have: measured on XQuAD for Greek and Hindi, of the others presumed. */
const SCRIPTS_SPELLED = [
  { letters: /\p{Script=Devanagari}/gu, common: 0.5 },
  {
    letters:
      /[\p{Script=Greek}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Ethiopic}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}]/gu,
    common: 0.85,
  },
];
const SCRIPT_SAMPLE_CHARACTERS = 100;

/** The cosine that any two texts in the script of the query have: 0 unless the bundled model knows it by its letters
 *  alone. */
export function commonCosineOf(query: string): number {
  const sample = query.slice(0, SCRIPT_SAMPLE_CHARACTERS);
  const spelled = SCRIPTS_SPELLED.find(
    ({ letters }) => 3 * (sample.match(letters)?.length ?? 0) > sample.length,
  );
  return spelled?.common ?? 0;
}
