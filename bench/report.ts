import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Figure } from './service.ts';

/** One run of a bench, as it is kept in bench/results. */
export type Result = { machine: string; date: string; figures: Figure[] };

const TITLES: Record<string, string> = {
  start: 'Start and idle',
  ingest: 'Ingest',
  documents: 'Documents: PDF, Markdown, large texts',
  articles: 'The text of 60 made web pages of 30 kinds (goals: F1 of the words, recall)',
  queries: 'Queries at 10,000 chunks',
  'queries-bad': 'Expensive queries at 20,000 chunks, in 26 languages',
  deep: 'The deep model, and queries with it',
  'sign-in': 'Refused sign-ins',
  large: '100,000 chunks',
  backup: 'Backup and restore at 100,000 chunks',
  revocation: 'Requests in flight when their key is revoked',
  usage: 'Counting usage',
  'open-routes': 'Requests without a key: main thread, mean of 500, the twelve most expensive',
  'hostile-bodies': 'Bodies that cost more to parse than to send: main thread and memory of each',
  fuzz: 'Requests of any form to every operation',
  dashboard: 'The dashboard in Chromium, beside the service on the same cores',
  chats: 'Chat at 10,000 chunks, without a model and with one',
  'own-docs': 'Questions about our own docs, answered without a language model',
  embedding: 'The embedding model by itself, one thread',
  text: 'Text analysis by itself, one thread, MB/s',
  'search-index': 'The search index by itself, one thread: CPU in milliseconds at 10,000 and 100,000 chunks',
  million:
    'The search index by itself at 1,000,000 chunks, one thread: CPU in milliseconds (goals: hybrid 25, 1,200 megabytes)',
  postgres:
    'PostgreSQL beside the embedded engine at 100,000 chunks, database and service on the same two cores',
  tenants: 'Ten workspaces of 10,000 chunks that are asked in turn, over one of them',
  filters: 'Filters on metadata: hybrid queries among 10,000 sources',
  libraries: 'Judged sets: the search beside two libraries, on the same chunks',
};

const README = 'bench/README.md';
const BEGIN = '<!-- figures: written by `npm run bench` -->';
const END = '<!-- end of figures -->';

/** Writes the tables of bench/README.md from the results in bench/results. */
export function writeReport(): void {
  const tables = Object.entries(TITLES).flatMap(([name, title]) => {
    const path = `bench/results/${name}.json`;
    if (!existsSync(path)) return [];
    return [tableOf(title, JSON.parse(readFileSync(path, 'utf8')) as Result)];
  });
  const [before = ''] = readFileSync(README, 'utf8').split(BEGIN);
  const after = readFileSync(README, 'utf8').split(END)[1] ?? '';
  writeFileSync(README, `${before}${BEGIN}\n\n${tables.join('\n\n')}\n\n${END}${after}`);
}

function tableOf(title: string, { machine, date, figures }: Result): string {
  const rows = figures.map(
    ({ what, value, unit, goal }) =>
      `| ${what} | ${value.toLocaleString('en')}${unit === '' || unit === '%' ? unit : ` ${unit}`} | ${goal} |`,
  );
  return [
    `### ${title}`,
    '',
    `${date}, ${machine}`,
    '',
    '| what | measured | goal |',
    '| --- | --: | --- |',
    ...rows,
  ].join('\n');
}
