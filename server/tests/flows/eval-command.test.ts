import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../helpers/run-command.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';
import { storageSettings } from '../helpers/test-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-eval-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// Deep models read at the lowest priority, which on a busy machine takes minutes.
vi.setConfig({ testTimeout: 600_000 });

/** Runs `footnote eval`, with both passes; what it prints and how it ends. */
async function evaluate(args: string[], env: Record<string, string> = {}) {
  const { stdout, stderr, status } = await runCommand(['eval', ...args], {
    env: { EMBEDDING_MODEL: '', DATA_DIR: join(folder, 'no-data'), TMPDIR: folder, ...env },
  });
  return { stdout: stdout.toString(), stderr, status };
}

const jsonl = (lines: readonly unknown[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const DOCUMENTS = [
  { id: 'd1', title: 'The pier', text: 'It is 300 metres long and was built of oak in 1890.' },
  { id: 'd2', title: 'Museum', text: 'It is open from Tuesday to Sunday. A ticket costs 12 euros.' },
  { id: 'd3', title: 'Rye bread of the bakery', text: '' },
  { id: 'd4', title: '', text: '' },
];
const QUERIES = [
  { id: 'q1', text: 'How long is the pier?' },
  { id: 'q2', text: 'rye bread' },
  { id: 'q3', text: 'Who is the mayor of Lisbon?', unanswerable: true },
  { id: 'q4', text: 'Nobody judged this one.' },
  { id: 'q5', text: 'When is the museum open?', answers: ['from Tuesday to Sunday'] },
];
const QRELS = 'q1\td1\t2\nq1\td2\t0\nq2\td3\t1\nq5\td4\t1\n';

type Files = { corpus?: string; queries?: string; qrels?: string };
let sets = 0;
/** A folder in the layout of a judged set. */
function writeSet({
  corpus = jsonl(DOCUMENTS),
  queries = jsonl(QUERIES),
  qrels = QRELS,
}: Files = {}): string {
  const set = join(folder, `set-${++sets}`);
  mkdirSync(set);
  writeFileSync(join(set, 'corpus.jsonl'), corpus);
  writeFileSync(join(set, 'queries.jsonl.gz'), gzipSync(queries));
  writeFileSync(join(set, 'qrels.tsv'), qrels);
  return set;
}

describe('footnote eval --set', () => {
  it('eval --set indexes the set and writes its figures as a table, JSON and SVG', async () => {
    const [json, svg] = [join(folder, 'out.json'), join(folder, 'out.svg')];
    const { stdout, stderr, status } = await evaluate(['--set', writeSet(), '--json', json, '--svg', svg]);
    expect({ stderr: stderr.split(',')[0], status }).toEqual({
      stderr: `set-1: 3 of 4 documents have text`,
      status: 0,
    });
    expect(stdout).toMatch(/^set-1: 4 documents, 4 questions\n/);
    // Of three questions with an answer, that of the museum names a document without a text.
    for (const searchType of ['hybrid', 'keyword'])
      expect(stdout).toMatch(
        new RegExp(`^set-1 +${searchType} +0\\.667 +0\\.667 +0\\.667 +0\\.667 +0\\.\\d{3} `, 'm'),
      );
    expect(stdout).toMatch(/^0\.0–0\.1 +\d/m);
    expect(stdout).toMatch(
      /hybrid: the highest score is 0\.\d+ on average, and 0\.\d+ where nothing answers/,
    );

    const report = JSON.parse(readFileSync(json, 'utf8'));
    expect(report).toMatchObject({ name: 'set-1', sets: [{ documents: 4, questions: 4 }] });
    const [hybrid] = report.sets[0].results;
    expect(hybrid).toMatchObject({
      search_type: 'hybrid',
      metrics: { ndcg_at_10: 0.6667, mrr_at_10: 0.6667 },
    });
    expect(report.mean).toEqual(report.sets[0].results);
    const [worst, ...others] = report.sets[0].outcomes[0].questions;
    expect(worst).toMatchObject({ id: 'q5', rank: null, ndcg_at_10: 0 });
    const bread = others.find(({ id }: { id: string }) => id === 'q2');
    expect([bread.rank, bread.source_ids[0]]).toEqual([1, 'd3']);
    expect(readFileSync(svg, 'utf8')).toMatch(/^<svg .*set-1: how true the scores are.*<\/svg>\n$/s);
  });

  it('eval --set searches each language separately and gives the mean', async () => {
    const corpus = [
      { id: 'en-1', text: 'The pier is 300 metres long.' },
      { id: 'de-1', text: 'Der Steg ist 300 Meter lang.' },
      { id: 'de-2', text: 'Das Museum ist am Dienstag offen.' },
    ];
    const queries = [
      { id: 'en-q', text: 'How long is the pier?' },
      { id: 'de-q', text: 'Wie lang ist der Steg?' },
      { id: 'de-r', text: 'Wie lang ist der Steg am Hafen?' },
    ];
    const set = writeSet({
      corpus: jsonl(corpus),
      queries: jsonl(queries),
      qrels: 'en-q\ten-1\t1\nde-q\tde-1\t1\nde-r\tde-2\t1\n',
    });
    const { stdout, status } = await evaluate(['--set', set, '--modes', 'keyword']);
    expect(status).toBe(0);
    const rows = stdout.split('\n').filter((line) => line.includes('keyword '));
    expect(rows[0]).toMatch(/ en +keyword +1\.000 +1\.000/);
    // The second German question is answered by the second document found, or not at all.
    const [german, mean] = [rows[1], rows[2]].map((row) =>
      Number(row?.trim().split(/ +/)[row.startsWith('mean') ? 2 : 3]),
    );
    expect(rows[1]).toMatch(/ de +keyword /);
    expect(german).toBeLessThan(0.9);
    expect(mean).toBeCloseTo((1 + (german ?? 0)) / 2, 2);
  });

  it('eval --set asks as many queries as --queries says', async () => {
    const { stdout, stderr } = await evaluate(['--set', writeSet(), '--queries', '2', '--modes', 'semantic']);
    expect(stdout).toContain(', 2 questions');
    expect(stderr).toContain('asking 2 questions');
    expect(stdout).not.toContain('keyword');
  });

  it.each<[string, Files, string]>([
    ['a line that is no JSON', { corpus: `${jsonl(DOCUMENTS)}{"id":` }, 'corpus.jsonl, line 5: is not JSON'],
    ['a query without text', { queries: jsonl([{ id: 'q1' }]) }, 'queries.jsonl.gz, line 1: '],
    ['an id twice', { corpus: jsonl([DOCUMENTS[0], DOCUMENTS[0]]) }, 'two lines have the id "d1"'],
    ['a judgement without a grade', { qrels: 'q1\td1\n' }, 'qrels.tsv, line 1: must be a query'],
    ['a grade in words', { qrels: `${QRELS}q2\td1\tgood\n` }, 'qrels.tsv, line 5: must be a query'],
    ['a document that is not there', { qrels: 'q1\td9\t1\n' }, 'line 1: corpus.jsonl has no document "d9"'],
    ['a query that is not there', { qrels: 'q9\td1\t1\n' }, 'line 1: queries.jsonl has no query "q9"'],
    [
      'no judged question',
      { queries: jsonl([QUERIES[3]]), qrels: '' },
      'has no question that qrels.tsv judges',
    ],
  ])('ends with code 2 and names the line for %s', async (_, files, message) => {
    const { stdout, stderr, status } = await evaluate(['--set', writeSet(files)]);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n').length).toBe(1);
  });
});

const BOTH = 'static-en-multi-256,multilingual-e5-small';

describe('footnote eval --set --compare', () => {
  it('eval --compare asks two models the same questions and says how they differ', async () => {
    const json = join(folder, 'compared.json');
    const args = ['--set', writeSet(), '--compare', BOTH, '--modes', 'semantic', '--json', json];
    const { stdout, stderr, status } = await evaluate(args);
    expect({ stderr: stderr.match(/^[\w-]+:$/gm), status }).toEqual({
      stderr: ['static-en-multi-256:', 'multilingual-e5-small:'],
      status: 0,
    });
    expect(stdout).toMatch(/^ +static-en-multi-256 +multilingual-e5-small +difference +95 %\n/);
    expect(stdout).toMatch(/^semantic nDCG@10 +[01]\.\d{3} +[01]\.\d{3} +[+-]?\d\.\d{3} +\S+ to \S+$/m);
    expect(stdout).toMatch(/multilingual-e5-small answers \d questions better, \d worse and \d as well/);
    const { models, reports, comparison } = JSON.parse(readFileSync(json, 'utf8'));
    expect(models).toEqual(BOTH.split(','));
    for (const report of reports) expect(report.sets).toMatchObject([{ documents: 4, questions: 4 }]);
    const [{ search_type, won, lost, equal }] = comparison;
    expect(search_type).toBe('semantic');
    // The question without an answer is not compared.
    expect(won.length + lost.length + equal).toBe(3);
  });

  it.each([
    [['--compare', 'static-en-multi-256'], '--compare must name two of the configured models'],
    [['--compare', `${BOTH},${BOTH}`], 'multilingual-e5-small, static-en-multi-256'],
    [['--compare', 'static-en-multi-256,other'], '--compare must name two of the configured models'],
    [['--compare', BOTH, '--svg', join(folder, 'x.svg')], '--svg does not go with --compare'],
  ])('%j ends with code 2 and says what is right', async (args, message) => {
    const { stdout, stderr, status } = await evaluate(['--set', folder, ...args]);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain(message);
  });
});

describe('footnote eval --questions', () => {
  let test: TestService;
  let live: Client;
  let museum: string;
  beforeAll(async () => {
    test = await startTestService();
    live = test.live;
    await live.addText('The pier', 'The pier of the town is 300 metres long and was built of oak in 1890.');
    museum = (await live.addText('Museum', 'The museum is open from Tuesday to Sunday.')).id;
    const form = new FormData();
    form.set('type', 'document');
    form.set('name', 'Menu of the bakery');
    form.set('file', new Blob(['The bakery sells rye bread every morning.']), 'bakery.txt');
    const { data } = (await live.call('POST', '/v1/knowledge-base/sources', form)).body;
    await live.get(`/v1/knowledge-base/sources/${data.id}?wait=30`);
    for (const name of ['Twin', 'Twin']) await live.addText(name, `A twin. ${Math.random()}`);
  });
  afterAll(() => test.stop());

  const ask = (lines: string, more: string[] = []) => {
    const file = join(folder, 'questions.jsonl');
    writeFileSync(file, lines);
    return evaluate(['--questions', file, ...more], storageSettings(test.dataDir));
  };

  it('eval --questions works beside a running server and changes nothing', async () => {
    const before = (await live.get('/v1/knowledge-base/sources')).body.data;
    const json = join(folder, 'questions.json');
    const questions = [
      { id: 'length', query: 'How long is the pier?', source: 'The pier' },
      { query: 'When is the museum open?', relevant: [{ source: museum, text: 'Tuesday to Sunday' }] },
      { query: 'Where is rye bread sold?', relevant: [{ source: 'bakery.txt' }] },
      { query: 'What is built of oak?', source: 'Museum' },
      { query: 'Who is the mayor of Lisbon?', unanswerable: true },
    ];
    const { stdout, stderr, status } = await ask(jsonl(questions), ['--json', json]);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(/^questions\.jsonl: 5 documents, 5 questions\n/);
    expect(stdout).toMatch(/The worst questions \(hybrid\)[^\n]*\n\n[^\n]*\n[^\n]*What is built of oak\?\n/);
    const { outcomes } = JSON.parse(readFileSync(json, 'utf8')).sets[0];
    const ranks = outcomes[0].questions.map(({ query, rank }: Record<string, unknown>) => [query, rank]);
    expect(Object.fromEntries(ranks)).toMatchObject(
      Object.fromEntries(questions.slice(0, 3).map(({ query }) => [query, 1])),
    );
    expect((await live.get('/v1/knowledge-base/sources')).body.data).toEqual(before);
    expect((await live.get('/v1/evaluations')).body.data).toEqual([]);
  });

  it('eval --questions --compare indexes the texts once for each model, and changes nothing', async () => {
    const before = (await live.get('/v1/knowledge-base/sources')).body.data;
    const questions = [
      { query: 'How long is the pier?', source: 'The pier' },
      { query: 'Who is the mayor of Lisbon?', unanswerable: true },
    ];
    const { stdout, status } = await ask(jsonl(questions), ['--compare', BOTH, '--modes', 'hybrid']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^hybrid nDCG@10 +1\.000 +1\.000 +0\.000 +0\.000 to 0\.000$/m);
    expect(stdout).toContain('answers 0 questions better, 0 worse and 1 as well');
    expect((await live.get('/v1/knowledge-base/sources')).body.data).toEqual(before);
  });

  it('eval --questions searches the named knowledge base and environment', async () => {
    const empty = (await live.post('/v1/knowledge-bases', { name: 'Empty' })).body.data.id;
    const line = jsonl([{ query: 'How long is the pier?', source: 'The pier' }]);
    expect((await ask(line, ['--knowledge-base', empty])).stderr).toContain('"The pier"');
    expect((await ask(line, ['--environment', 'sandbox'])).stderr).toContain('"The pier"');
    expect((await ask(line, ['--knowledge-base', 'kb_1'])).stderr).toContain(
      'No knowledge base has the id kb_1',
    );
    const nothing = await ask(jsonl([{ query: 'How long?', unanswerable: true }]), [
      '--knowledge-base',
      empty,
    ]);
    expect(nothing.status).toBe(0);
    expect(nothing.stdout).toMatch(/hybrid +– +– +– +– +– /);
  });

  it('eval --questions counts each source of a name that several share', async () => {
    const { stdout, status } = await ask(jsonl([{ query: 'A twin', source: 'Twin' }]), [
      ...['--modes', 'keyword', '--fail-under', 'recall=1', '--json', '-'],
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).sets[0].results[0].metrics.recall_at_10).toBe(1);
  });

  it.each<[string, unknown, string]>([
    [
      'an unknown source',
      { query: 'Why?', source: 'Peer' },
      'no source has the id, the name or the file name "Peer"',
    ],
    ['no source', { query: 'Why?' }, 'must name at least one source'],
    ['a source for what has no answer', { query: 'Why?', source: 'Museum', unanswerable: true }, 'must name'],
    ['an unknown field', { query: 'Why?', sources: ['Museum'] }, 'sources'],
    ['a blank query', { query: ' ', source: 'Museum' }, 'must not be blank'],
  ])('ends with code 2 and names the line for %s', async (_, line, message) => {
    const { stdout, stderr, status } = await ask(jsonl([{ query: 'When?', source: 'Museum' }, line]));
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain('questions.jsonl, line 2: ');
    expect(stderr).toContain(message);
  });

  it.each<[string[], string]>([
    [[], 'Give either --set, --questions or --answers'],
    [['--set', folder, '--questions', 'x'], 'Give either --set, --questions or --answers'],
    [['--set', folder], 'corpus.jsonl cannot be read'],
    [['--questions', join(folder, 'none.jsonl')], 'none.jsonl cannot be read'],
    [['--set', folder, '--queries', '0'], '--queries must be a whole number of at least 1'],
    [['--questions', 'x', '--queries', '5'], '--queries only goes with --set'],
    [
      ['--set', folder, '--environment', 'live'],
      '--knowledge-base and --environment only go with --questions',
    ],
    [['--questions', 'x', '--environment', 'prod'], '--environment must be live, test or sandbox'],
    [
      ['--set', folder, '--modes', 'hybrid,fuzzy'],
      '--modes must be one or more of hybrid, semantic, keyword',
    ],
    [['--set', folder, '--json', join(folder, 'none/x.json')], 'cannot be written'],
    [['--colour', 'red'], '--colour'],
  ])('%j ends with code 2 and says what is right', async (args, message) => {
    const { stdout, stderr, status } = await evaluate(args, storageSettings(test.dataDir));
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain(message);
  });
});
