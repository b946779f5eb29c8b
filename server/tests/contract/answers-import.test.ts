import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import {
  type Answer,
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

let test: TestService;
let live: Client;
let base: string;
let fees: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  base = await defaultKnowledgeBase(live);
  fees = (await live.addText('Fees', 'A ticket costs 12 euros.')).id;
  for (let copy = 0; copy < 2; copy++) await live.addText('Hours', `Open from 9 to 5, season ${copy}.`);
}, 60_000);
afterAll(() => test.stop());

/** Sends a file as it is. */
async function send(body: string, type = 'text/csv', client = live, query = ''): Promise<Answer> {
  const response = await fetch(`${client.baseUrl}/v1/answers/import${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.key}`, 'content-type': type },
    body,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}
const list = async () => (await live.get('/v1/answers?limit=100')).body.data;
const find = async (question: string) =>
  (await list()).find((answer: { question: string }) => answer.question === question);
const fields = ({ body }: Answer): string[] =>
  body.error.details.map(({ field }: { field: string }) => field);

describe('POST /v1/answers/import', () => {
  it('creates answers from CSV, and importing the same file again changes nothing', async () => {
    const csv = [
      'question,variants,answer,sources',
      'What does a ticket cost?,How much is a ticket? | Ticket price?,"It costs **12 euros**, or',
      `""11"" in a group.",Fees | ${fees}`,
      '',
      'Who owns the tower?,,The town.,',
    ].join('\r\n');
    const first = await send(csv);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body.data).toEqual({ created: 2, updated: 0, unchanged: 0 });
    expect(await find('What does a ticket cost?')).toMatchObject({
      knowledge_base_id: base,
      variants: ['How much is a ticket?', 'Ticket price?'],
      answer: 'It costs **12 euros**, or\n"11" in a group.',
      source_ids: [fees],
      enabled: true,
      version: 1,
    });
    expect((await send(csv)).body.data).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await find('Who owns the tower?')).toMatchObject({ version: 1, variants: [], source_ids: [] });
  });

  it('a known question is updated, and columns that are absent keep what was there', async () => {
    await send('question;answer;variants;sources;enabled\nWhere is it?;Here.;Which place?;Fees;false');
    const changed = await send('answer;Question\nThere.;where IS it');
    expect(changed.body.data).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect(await find('where IS it')).toMatchObject({
      answer: 'There.',
      variants: ['Which place?'],
      source_ids: [fees],
      enabled: false,
      version: 2,
    });
  });

  it('reads JSONL and JSON, into the knowledge base that a row names', async () => {
    const other = (await live.post('/v1/knowledge-bases', { name: 'Other' })).body.data.id;
    const row = (question: string) => ({ question, answer: 'Yes.', knowledge_base_id: other });
    const lines = `${JSON.stringify(row('First?'))}\n\n${JSON.stringify(row('Second?'))}\n`;
    expect((await send(lines, 'application/jsonl')).body.data).toMatchObject({ created: 2 });
    expect((await send(lines, 'application/x-ndjson')).body.data).toMatchObject({ unchanged: 2 });
    const json = await live.post('/v1/answers/import', { answers: [row('Third?')] });
    expect(json.body.data).toEqual({ created: 1, updated: 0, unchanged: 0 });
    const { data } = (await live.get(`/v1/answers?knowledge_base_id=${other}`)).body;
    expect(data).toHaveLength(3);
  });

  it('imports nothing if a row is wrong, and names each line and field', async () => {
    const before = await list();
    const csv = [
      'question,answer,sources,knowledge_base_id,enabled',
      'Right?,"Of course,',
      'in two lines.",,,',
      ',No question.,,,',
      'Long?,,,kb 7,perhaps',
    ].join('\n');
    const wrong = await send(csv);
    expectError(wrong, 422, 'line 4, question');
    expect(fields(wrong)).toEqual([
      'line 4, question',
      'line 5, answer',
      'line 5, knowledge_base_id',
      'line 5, enabled',
    ]);
    const unresolved = await send(
      'question,answer,sources,knowledge_base_id\nA?,B,Nowhere | Hours,\na,B,,\nC?,D,,kb_0000000000000000000000000',
    );
    expect(fields(unresolved).toSorted()).toEqual([
      'line 2, sources[0]',
      'line 2, sources[1]',
      'line 3, question',
      'line 4, knowledge_base_id',
    ]);
    expect(unresolved.body.error.message).toContain('Nothing was imported.');
    const lines = await send(
      '{"question":"A?","answer":"B"}\n[]\n{"question":"C?"\n{"answr":"D"}',
      'application/jsonl',
    );
    expect(fields(lines)).toEqual([
      'line 2',
      'line 3',
      'line 4, question',
      'line 4, answer',
      'line 4, answr',
    ]);
    const json = { answers: [{ question: 'A?', answer: 'B', sources: ['Nowhere'] }] };
    expectError(await live.post('/v1/answers/import', json), 422, 'answers[0].sources[0]');
    expect(await list()).toEqual(before);
  });

  it.each([
    ['no columns', 'Who?,Ida.'],
    ['an unknown column', 'question,answer,colour\nA?,B,red'],
    ['a column twice', 'question,answer,answer\nA?,B,C'],
  ])('422 naming line 1 for %s', async (_, csv) => {
    const refused = await send(csv);
    expect(refused.status).toBe(422);
    expect(fields(refused)[0]).toMatch(/^line 1/);
  });

  it('422 for no rows, too many rows and a cell without a column', async () => {
    expectError(await send('question,answer'), 422, 'body');
    expectError(await send('', 'application/jsonl'), 422, 'body');
    const rows = Array.from({ length: 1_001 }, (__, index) => `Question ${index}?,Yes.`);
    expectError(await send(['question,answer', ...rows].join('\n')), 422, 'body');
    const answers = Array.from({ length: 1_001 }, () => ({}));
    const json = await live.post('/v1/answers/import', { answers });
    expectError(json, 422, 'answers');
    expect(json.body.error.details).toHaveLength(1);
    expect((await send('question,answer\nA?,B,C')).status).toBe(422);
    const nested = `{"question":"A?","answer":${'['.repeat(9_000)}${']'.repeat(9_000)}}`;
    expect(fields(await send(nested, 'application/jsonl'))).toEqual(['line 1']);
    expect(fields(await send(`question,answer,variants\nA?,B,${'|'.repeat(9_000)}`))).toContain(
      'line 2, variants',
    );
  });

  it('counts the answers that a knowledge base may have, whatever the file updates', async () => {
    const full = (await live.post('/v1/knowledge-bases', { name: 'Full' })).body.data.id;
    const rows = (from: number, count: number) =>
      [
        'question,answer,knowledge_base_id',
        ...Array.from({ length: count }, (__, index) => `Question ${from + index}?,Yes.,${full}`),
      ].join('\n');
    expect((await send(rows(0, 1_000))).status).toBe(200);
    expect((await send(rows(1_000, 999))).status).toBe(200);
    expect((await send(rows(1_998, 3))).status).toBe(422);
    expect((await send(rows(1_998, 2))).body.data).toEqual({ created: 1, updated: 0, unchanged: 1 });
  }, 60_000);

  it('says in a dry run what would change in each line, and changes nothing', async () => {
    const [known, added] = [`Who is ${randomUUID()}?`, `Where is ${randomUUID()}?`];
    await live.post('/v1/answers', { question: known, answer: 'Ida.' });
    const dry = (csv: string) => send(csv, 'text/csv', live, '?dry_run=true');
    const { body } = await dry(`question,answer\n${known},Edmund.\n${added},Here.`);
    expect(body.data).toEqual({
      created: 1,
      updated: 1,
      unchanged: 0,
      rows: [
        { place: 'line 2', question: known, change: 'updated' },
        { place: 'line 3', question: added, change: 'created' },
      ],
    });
    expect((await dry('question,answer\n,Here.')).status).toBe(422);
    const { data } = (await live.get(`/v1/answers?q=${encodeURIComponent(added)}`)).body;
    expect(data).toEqual([]);
  });

  it('1,000 rows are imported in one request', async () => {
    const other = (await live.post('/v1/knowledge-bases', { name: 'Large' })).body.data.id;
    const rows = Array.from({ length: 1_000 }, (__, index) => `Question ${index}?,Yes.,${other}`);
    const { status, body } = await send(['question,answer,knowledge_base_id', ...rows].join('\n'));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toEqual({ created: 1_000, updated: 0, unchanged: 0 });
  }, 60_000);

  it('413 above 8 MB, 400 for invalid UTF-8, 415 for other media types, 403 for read_only keys', async () => {
    expectError(await send(`question,answer\nA?,${'b'.repeat(8 * 1024 * 1024)}`), 413);
    const bytes = await fetch(`${live.baseUrl}/v1/answers/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${live.key}`, 'content-type': 'text/csv' },
      body: new Uint8Array([0xff, 0xfe, 0x61]),
    });
    expect(bytes.status).toBe(400);
    expectError(await send('question,answer', 'text/plain'), 415);
    expectError(
      await send('question,answer\nA?,B', 'text/csv', await clientWithScope(live, 'read_only')),
      403,
    );
  });

  it('an Idempotency-Key makes an import of CSV safe to repeat', async () => {
    const [key, question] = [randomUUID(), `Who is ${randomUUID()}?`];
    const again = () =>
      live.call(
        'POST',
        '/v1/answers/import',
        { answers: [{ question, answer: 'Ida.' }] },
        { 'idempotency-key': key },
      );
    expect((await again()).body.data).toMatchObject({ created: 1 });
    const second = await again();
    expect(second.body.data).toMatchObject({ created: 1 });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });
});
