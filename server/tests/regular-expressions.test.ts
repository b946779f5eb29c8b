import { createContext, Script } from 'node:vm';
import { type AttackPattern, checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import { cpuMsOf } from './helpers/cpu-time.ts';
import {
  expressionsIn,
  type FoundExpression,
  readExpressions,
  sourceFiles,
} from './helpers/regular-expressions.ts';

/** Without it the analysis runs in another process, and by a binary where there is one. */
process.env['RECHECK_SYNC_BACKEND'] = 'pure';

/** Limits by size and count only, so that a slow machine comes to the same result. */
const THOROUGHNESS = {
  timeout: 600_000,
  maxNFASize: 2_000,
  incubationLimit: 3_000,
  maxInitialGenerationSize: 100,
  maxIteration: 2,
  crossoverSize: 25,
  mutationSize: 50,
};

/** The expressions that take more than linear time, each with a text that shows it. */
function slowOnes(expressions: readonly FoundExpression[]): string[] {
  const byText = Map.groupBy(expressions, ({ source, flags }) => `/${source}/${flags}`);
  return [...byText].flatMap(([text, places]) => {
    const [one] = places;
    if (!one) return [];
    const result = checkSync(one.source, one.flags, THOROUGHNESS);
    if (result.status === 'safe') return [];
    if (result.status === 'unknown') throw new Error(`${text} could not be analysed: ${result.error.kind}`);
    if (!isSlowOn(one, result.attack)) return [];
    return places.map(({ place }) => `${place} ${text.slice(0, 100)} is slow on ${result.attack.pattern}`);
  });
}

/** Whether the attack is one for the engine that runs us: the analysis also takes large constants for growth. The text grows
 *  fourfold until the expression works long enough to be measured. Then a linear one has worked four times as long as
 *  for the text before, a quadratic one sixteen times, on a fast machine and on a slow one. */
function isSlowOn({ source, flags }: FoundExpression, { pumps, suffix }: AttackPattern): boolean {
  const repeated = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const expression = new RegExp(source, flags.replace('y', ''));
  let before = FLOOR_MS;
  for (let length = 1_000; length <= 1_024_000; length *= 4) {
    const times = Math.ceil(length / repeated);
    const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
    const most = before * GROWTH;
    // Twice: the first time an expression is compiled too.
    if (worksLonger(expression, text, most) && worksLonger(expression, text, most)) return true;
    before = Math.max(
      FLOOR_MS,
      cpuMsOf(() => text.replace(expression, '')),
    );
  }
  return false;
}

/** Under this the compiler and the garbage collector are most of it. */
const FLOOR_MS = 25;
const GROWTH = 9;

/** Whether the expression makes the processor work longer than this on the text. Global ones go through the whole text. */
function worksLonger(expression: RegExp, text: string, mostMs: number): boolean {
  const context = createContext({ expression, text });
  const script = new Script('text.replace(expression, "")');
  // The timeout is of the clock on the wall, which goes on while the machine does other things.
  for (let timeout = Math.ceil(2 * mostMs); ; timeout *= 2) {
    let isEnded = true;
    const workedMs = cpuMsOf(() => {
      try {
        script.runInContext(context, { timeout });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
        isEnded = false;
      }
    });
    if (isEnded || workedMs > mostMs) return workedMs > mostMs;
  }
}

describe('the regular expressions of the code', () => {
  it('take linear time, unless a comment says why they may not', { timeout: 600_000 }, () => {
    const { expressions, unseen } = expressionsIn(sourceFiles());
    expect(expressions.length).toBeGreaterThan(400);
    expect(slowOnes(expressions)).toEqual([]);
    expect(
      unseen,
      'expressions built inside functions need a comment // Backtracks: why they are fast',
    ).toEqual([]);
  });

  it.each([
    ['a quadratic end of a line', String.raw`text.replace(/[^\S\n]+$/gm, '')`],
    ['blanks before a mark', String.raw`text.replace(/[ \t]+(?=[.,;:!?])|[ \t]+$/gm, '')`],
    ['an open bracket', String.raw`const image = /!\[[^\]]*\]\([^()]*\)/g;`],
    ['nested repetition', 'if (/^(?:a+)+$/.test(text)) stop();'],
    ['two neighbours that take the same', String.raw`text.match(/^\d+\d+x/u)`],
  ])('are refused for %s', (_, code) => {
    expect(slowOnes(readExpressions('planted.ts', code).expressions)).toHaveLength(1);
  });

  it('are let through with a reason above, and only then', () => {
    const reason = '// Backtracks: at most 16 characters.\nconst word = /\\S*$/;';
    expect(readExpressions('planted.ts', reason).expressions).toEqual([]);
    const none = '// Backtracks:\nconst word = /\\S*$/;';
    expect(readExpressions('planted.ts', none).expressions).toHaveLength(1);
  });

  it('are seen where they are put together', () => {
    expect(readExpressions('planted.ts', 'const f = (s: string) => new RegExp(s);').calls).toEqual([
      'planted.ts:1',
    ]);
    const { expressions } = expressionsIn(['server/src/chat/generative/markup.ts']);
    expect(expressions.filter(({ source }) => source.includes('javascript|vbscript'))).toHaveLength(1);
  });
});
