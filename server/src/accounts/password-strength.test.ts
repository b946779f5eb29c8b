import { describe, expect, it } from 'vitest';
import { assertHardToGuess } from './password-strength.ts';

const person = { name: 'Ada Lovelace', email: 'countess@analytical-engine.example' };

describe('assertHardToGuess', () => {
  it.each([
    ['password1234', 'most common passwords'],
    ['123456789012', 'most common passwords'],
    ['aaaaaaaaaaaa', 'repeats one character'],
    ['abcabcabcabc', 'repeats a few characters'],
    ['abcdefghijkl', 'a sequence'],
    ['qwertyuiop12', 'most common passwords'],
    ['zaq12wsxcde3', 'most common passwords'],
    ['P@ssw0rd2024', 'most common passwords'],
    ['footnote1234', 'name of this product'],
    ['adalovelace1', 'your name'],
    ['Lovelace1815', 'your name'],
    ['countess2026', 'your name, your email address'],
    ['analytical-engine1', 'your email address'],
  ])('refuses %s', async (password, why) => {
    await expect(assertHardToGuess(password, person)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(why),
      details: [{ field: 'password', reason: expect.stringContaining('use a few unrelated words') }],
    });
  });

  it.each([
    'a long enough password',
    'correct horse battery staple',
    'mein langes passwort',
    'Tr0ub4dor&3xy',
    'xkqzjvbwmpfh',
    'pier meters north',
    '長いパスワードを使ってください',
  ])('accepts %s', async (password) => {
    await assertHardToGuess(password, person);
  });

  it('judges the longest passwords in well under a second', async () => {
    await assertHardToGuess('warm up the estimator', person);
    for (const unit of ['ab', '1a', '4@', 'aA4@', 'qwe', '12', 'pass'])
      expect(await secondsFor(unit.repeat(200 / unit.length))).toBeLessThan(0.5);
  });
});

/** CPU time of this thread, so that a busy machine does not count. */
async function secondsFor(password: string): Promise<number> {
  const before = process.threadCpuUsage();
  await assertHardToGuess(password, person).catch(() => undefined);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1e6;
}
