import { parse } from '../server/src/ingestion/parse/parse.ts';
import { STORIES, type Story } from './articles/stories.ts';
import { TEMPLATES } from './articles/templates.ts';
import type { Figure } from './service.ts';

/** Compares the text read from 60 generated web pages of 30 kinds with the text it should be: the words of both, counting
 *  repetitions. Rules may be tuned on every second kind; the others are held out. */
export async function benchArticles(): Promise<Figure[]> {
  const scores = await Promise.all(
    TEMPLATES.flatMap(({ kind, make }, index) =>
      storiesFor(index).map(async (story) => {
        const { html, right } = make(story);
        return {
          kind,
          isHeldOut: index % 2 === 1,
          ...scoreOf(wordsOf(right.join('\n')), wordsOf(await textOf(html))),
        };
      }),
    ),
  );
  const halves = [
    ['kinds that rules may be fitted to', scores.filter(({ isHeldOut }) => !isHeldOut)],
    ['kinds held out', scores.filter(({ isHeldOut }) => isHeldOut)],
    ['all 60 pages', scores],
  ] as const;
  return [
    ...halves.flatMap(([what, some]) => [
      { what: `${what}: F1`, value: f1Of(some), unit: '', goal: '>= 0.92' },
      { what: `${what}: recall`, value: mean(some.map(({ recall }) => recall)), unit: '', goal: '>= 0.95' },
    ]),
    ...[...Map.groupBy(scores, ({ kind }) => kind)].map(([kind, some]) => ({
      what: `F1, ${kind}`,
      value: f1Of(some),
      unit: '',
      goal: '',
    })),
  ];
}

/** Two for each kind, of different languages. */
const storiesFor = (index: number): Story[] =>
  [index, index + 5].flatMap((at) => STORIES[at % STORIES.length] ?? []);

async function textOf(html: string): Promise<string> {
  const { text } = await parse({
    bytes: new TextEncoder().encode(html),
    mimeType: 'text/html',
    fileName: null,
    origin: 'web-page',
    url: 'https://harbour.example/page',
  });
  return text;
}

/** Words, or characters of scripts without spaces. */
function wordsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text
    .toLowerCase()
    .matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

type Score = { precision: number; recall: number };

function scoreOf(right: ReadonlyMap<string, number>, read: ReadonlyMap<string, number>): Score {
  let both = 0;
  for (const [word, count] of right) both += Math.min(count, read.get(word) ?? 0);
  return { precision: both / Math.max(1, sizeOf(read)), recall: both / Math.max(1, sizeOf(right)) };
}

const sizeOf = (words: ReadonlyMap<string, number>): number =>
  [...words.values()].reduce((sum, count) => sum + count, 0);

function f1Of(scores: readonly Score[]): number {
  const precision = mean(scores.map((score) => score.precision));
  const recall = mean(scores.map((score) => score.recall));
  return rounded((2 * precision * recall) / (precision + recall));
}

const mean = (values: readonly number[]): number =>
  rounded(values.reduce((sum, value) => sum + value, 0) / values.length);

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

if (import.meta.main) console.table(await benchArticles());
