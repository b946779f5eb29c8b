import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../helpers/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-eval-answers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function evaluate(args: string[], env: Record<string, string> = {}) {
  const { stdout, stderr, status } = await runCommand(['eval', ...args], {
    env: { EMBEDDING_MODEL: 'instant', DATA_DIR: join(folder, 'no-data'), TMPDIR: folder, ...env },
  });
  return { stdout: stdout.toString(), stderr, status };
}

const jsonl = (lines: readonly unknown[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const PIER = 'The pier of Ostrava is 300 metres long.';
const DOCUMENTS = [
  {
    id: 'town:pier',
    project: 'town',
    path: 'docs/pier.md',
    title: 'Pier',
    text: `# Pier\n\n${PIER} It was built of oak in 1890.\n`,
  },
  {
    id: 'town:museum',
    project: 'town',
    path: 'docs/museum.md',
    title: 'Museum',
    text: '# Museum\n\nThe museum is open from Tuesday to Sunday. A ticket costs 12 euros.\n',
  },
  {
    id: 'tool:install',
    project: 'tool',
    path: 'docs/install.md',
    title: 'Install',
    text: '# Install\n\nInstall the pump package with npm:\n\n```sh\nnpm install pump\n```\n',
  },
];
const QUERIES = [
  {
    id: 'q1',
    text: 'How long is the pier of Ostrava?',
    lang: 'en',
    project: 'town',
    type: 'fact',
    answerable: true,
    gold_page: 'town:pier',
    gold_span: PIER,
    must: ['three hundred metres'],
    must_more: ['300 METRES'],
  },
  {
    id: 'q2',
    text: 'What does a ticket of the museum cost?',
    lang: 'de',
    project: 'town',
    type: 'fact',
    answerable: true,
    gold_page: 'town:pier',
    gold_span: 'built of oak',
    must: ['sixty roubles'],
  },
  { id: 'q3', text: 'Which quasar emits gamma bursts?', project: 'town', lang: 'en', answerable: false },
  {
    id: 'q4',
    text: 'How do I install the pump package with npm?',
    project: 'tool',
    lang: 'en',
    type: 'code',
    answerable: true,
    gold_page: 'tool:install',
    gold_span: 'npm install pump',
    must: ['npm install pump'],
  },
];

let sets = 0;
type Files = { documents?: unknown[]; queries?: unknown[]; qrels?: string };
function writeSet({ documents = DOCUMENTS, queries = QUERIES, qrels }: Files = {}): string {
  const set = join(folder, `answers-${++sets}`);
  mkdirSync(set);
  writeFileSync(join(set, 'corpus.jsonl'), jsonl(documents));
  writeFileSync(join(set, 'queries.jsonl.gz'), gzipSync(jsonl(queries)));
  if (qrels !== undefined) writeFileSync(join(set, 'qrels.tsv'), qrels);
  return set;
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const readLines = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('footnote eval --answers', () => {
  it('asks an agent for each project and says what is right about its replies', async () => {
    const [json, list] = [join(folder, 'out.json'), join(folder, 'out.jsonl')];
    const { stdout, status } = await evaluate(['--answers', writeSet(), '--json', json, '--list', list]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^answers-1: 3 documents, 4 questions, 1 of them unanswerable\n/);
    expect(stdout).toMatch(/^figure +town +tool +all$/m);
    expect(stdout).toMatch(/^reply holds an accepted answer +0\.500 +1\.000 +0\.667$/m);

    const { sets: parts, all, types } = readJson(json);
    expect(parts).toMatchObject([
      { name: 'town', documents: 2, figures: { questions: 3, unanswerable: 1, right: 0.5 } },
      { name: 'tool', documents: 1, figures: { questions: 1, right: 1, auroc: null } },
    ]);
    expect(all).toMatchObject({ questions: 4, right: 0.6667, gold_source_first: 0.6667, markup_left: 0 });
    expect(all.code_or_table.right).toBe(1);
    expect(types).toMatchObject({ fact: { right: 0.5 }, code: { right: 1 } });

    const replies = readLines(list);
    expect(replies.map(({ id, right }) => [id, right])).toEqual([
      ['q1', true],
      ['q2', false],
      ['q3', false],
      ['q4', true],
    ]);
    const [pier, ticket, quasar, install] = replies;
    expect(pier).toMatchObject({ sources: ['town:pier'], gold_source_first: true, form: null });
    expect(pier.reply).toContain(PIER);
    expect(pier.units[0]).toMatchObject({ document: 'town:pier', of_gold_page: true, of_gold_span: true });
    expect(ticket).toMatchObject({ sources: ['town:museum'], gold_source_first: false });
    expect(ticket.units[0]).toMatchObject({ of_gold_page: false, of_gold_span: false });
    expect(quasar).toMatchObject({ answerable: false, fallback: true, units: [] });
    expect(install.form).toBe('code');
  });

  it('starts from what an earlier evaluation left in --data, and from nothing else', async () => {
    const data = join(folder, 'kept');
    const set = writeSet();
    const first = await evaluate(['--answers', set, '--data', data]);
    expect(first.stderr).toContain('town: 2 of 2 documents have text and are indexed');
    const second = await evaluate(['--answers', set, '--data', data]);
    expect(second.status).toBe(0);
    expect(second.stderr).not.toContain('are indexed');
    const figures = (text: string) => text.split('\n').filter((line) => !/^answers-|ms of/.test(line));
    expect(figures(second.stdout)).toEqual(figures(first.stdout));

    const other = await evaluate([
      '--answers',
      writeSet({ documents: DOCUMENTS.toReversed() }),
      '--data',
      data,
    ]);
    expect(other).toMatchObject({ stdout: '', status: 2 });
    expect(other.stderr).toContain('holds other documents');
    const foreign = join(folder, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'live.db'), 'mine');
    const refused = await evaluate(['--answers', set, '--data', foreign]);
    expect(refused).toMatchObject({ stdout: '', status: 2 });
    expect(refused.stderr).toContain('is not empty, and no evaluation has filled it');
    expect(readFileSync(join(foreign, 'live.db'), 'utf8')).toBe('mine');
  });

  it('ends with the reason if the language model cannot be reached', async () => {
    const { stdout, stderr, status } = await evaluate(['--answers', writeSet()], {
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: 'http://127.0.0.1:9/v1',
      LLM_MODEL: 'absent',
      SANDBOX_LLM: 'on',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('A model could not be reached during the evaluation');
  });

  it('asks only the questions of --language, at most --queries of each knowledge base', async () => {
    const json = join(folder, 'german.json');
    const set = writeSet();
    await evaluate(['--answers', set, '--language', 'de, it', '--json', json]);
    expect(readJson(json).sets).toMatchObject([{ name: 'town', documents: 2, figures: { questions: 1 } }]);
    await evaluate(['--answers', set, '--queries', '1', '--json', json]);
    expect(readJson(json).all.questions).toBe(2);
  });

  describe('with documents judged in qrels.tsv', () => {
    const documents = [
      { id: 'en-d1', title: 'Pier', text: PIER },
      { id: 'en-d2', title: 'Museum', text: 'The museum is open from Tuesday to Sunday.' },
      { id: 'de-d1', title: 'Steg', text: 'Der Steg von Ostrava ist 300 Meter lang.' },
    ];
    const queries = [
      { id: 'en-q1', text: 'How long is the pier of Ostrava?', answers: ['300 metres'] },
      { id: 'en-q2', text: 'Which quasar emits gamma bursts?', answers: [], unanswerable: true },
      { id: 'en-q3', text: 'Not judged', answers: ['42'] },
      { id: 'de-q1', text: 'Wie lang ist der Steg von Ostrava?', answers: ['300 Meter'] },
    ];
    const qrels = 'en-q1\ten-d1\t1\nde-q1\tde-d1\t1\n';

    it('takes the accepted answers and one knowledge base for each language', async () => {
      const json = join(folder, 'languages.json');
      await evaluate(['--answers', writeSet({ documents, queries, qrels }), '--json', json]);
      expect(readJson(json).sets).toMatchObject([
        { name: 'en', documents: 2, figures: { questions: 2, right: 1, units_of_gold_span: null } },
        { name: 'de', documents: 1, figures: { questions: 1, right: 1 } },
      ]);
    });

    it('--left-out asks each answerable question again without its document', async () => {
      const list = join(folder, 'left-out.jsonl');
      const set = writeSet({ documents, queries, qrels });
      const args = ['--answers', set, '--left-out', '--language', 'en', '--list', list];
      expect((await evaluate(args)).status).toBe(0);
      const [whole, without, ...more] = readLines(list);
      expect(more).toEqual([]);
      expect(whole).toMatchObject({ id: 'en-q1', answerable: true, right: true, sources: ['en-d1'] });
      expect(without).toMatchObject({ id: 'en-q1 left out', answerable: false, right: false });
      expect(without.sources).not.toContain('en-d1');
      expect(without.confidence).toBeLessThan(whole.confidence);
    });
  });

  it.each<[string, Files, string]>([
    ['a query without text', { queries: [{ id: 'q1' }] }, 'queries.jsonl.gz, line 1: text'],
    [
      'a gold page that is not there',
      { queries: [{ ...QUERIES[0], gold_page: 'town:zoo' }] },
      'corpus.jsonl has no document "town:zoo"',
    ],
    ['no question with an accepted answer', { queries: [{ ...QUERIES[0], must: [] }] }, 'has no question'],
  ])('ends with code 2 and says what is wrong with %s', async (_, files, message) => {
    const { stdout, stderr, status } = await evaluate(['--answers', writeSet(files)]);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain(message);
  });

  it.each<[string[], string]>([
    [['--answers', folder, '--set', folder], 'Give either --set, --questions or --answers'],
    [['--answers', folder, '--modes', 'hybrid'], '--modes does not go with --answers'],
    [['--answers', folder, '--svg', join(folder, 'x.svg')], '--svg does not go with --answers'],
    [['--set', folder, '--instant'], '--instant only goes with --answers'],
    [['--questions', 'x', '--list', join(folder, 'x.jsonl')], '--list only goes with --answers'],
    [['--answers', folder, '--list', join(folder, 'none/x.jsonl')], 'cannot be written'],
  ])('%j ends with code 2 and says what is right', async (args, message) => {
    const { stdout, stderr, status } = await evaluate(args);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain(message);
  });
});
