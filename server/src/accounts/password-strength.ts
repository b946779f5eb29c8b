import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { invalidField } from '#errors.ts';

/** A score of 2 means at least a million guesses by a program that tries common passwords first. */
const LOWEST_SCORE = 2;
/** More characters add nothing, and the estimate takes quadratic time. */
const JUDGED_CHARACTERS = 64;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded on first use, because its list of passwords takes 0.2 s and 30 MB. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary: common.dictionary,
    graphs: common.adjacencyGraphs,
    maxLength: JUDGED_CHARACTERS,
  });
}

/** Throws 422 if a new password is easy to guess: common passwords, repetitions, sequences, keyboard rows, and the name
 *  or address of the person or product with a few more characters (OWASP ASVS 2.1.7). */
export async function assertHardToGuess(
  password: string,
  person: { name: string; email: string },
): Promise<void> {
  if (password.toLowerCase() === person.email.toLowerCase())
    throw invalidField('password', 'must not be your email address');
  estimator ??= loadEstimator();
  const { score, feedback } = (await estimator).check(password, wordsOf(person));
  if (score >= LOWEST_SCORE) return;
  const why = WHY[feedback.warning ?? ''] ?? 'it is close to one of the most common passwords';
  throw invalidField('password', `is too easy to guess, because ${why}; use a few unrelated words`);
}

const WHY: Record<string, string> = {
  simpleRepeat: 'it repeats one character',
  extendedRepeat: 'it repeats a few characters',
  sequences: 'it is a sequence of characters',
  straightRow: 'it is a row of keys',
  keyPattern: 'it is a pattern of keys',
  dates: 'it is a date',
  recentYears: 'it is a year',
  userInputs: 'it is made from your name, your email address or the name of this product',
};

/** Words that an attacker would try first for this person. */
function wordsOf({ name, email }: { name: string; email: string }): string[] {
  const [local = '', domain = ''] = email.split('@');
  const phrases = [name, local, ...domain.split('.')].map((text) => text.toLowerCase());
  const parts = phrases.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const joined = phrases.map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ''));
  const words = ['footnote', email, ...phrases, ...joined, ...parts];
  return [...new Set(words)].filter((word) => word.length >= 3);
}
