import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { openEvents, streamChat } from '../helpers/read-events.ts';
import {
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const sources = '/v1/knowledge-base/sources';
const ADA = ['user:ada@museum.example', 'group:staff'];
const BOB = ['user:bob@museum.example'];
/** Whom the texts are compared for: somebody unknown, a member of staff, and somebody whom one text names. */
const PEOPLE: Record<string, string[]> = { stranger: [], ada: ADA, bob: BOB };

type Text = { name: string; text: string; allowed?: string[] };
const TEXTS: Text[] = [
  { name: 'Opening', text: 'The museum opens at nine in the morning. The tower opens at ten in summer.' },
  {
    name: 'Vault',
    text: 'The vault opens at seven in the morning for staff. The code of the vault is vermilion. The museum alarm is off by then.',
    allowed: ['group:staff'],
  },
  { name: 'Tower', text: 'The tower of the museum was built in 1874 of granite and is 31 metres high.' },
  {
    name: 'Salaries',
    text: 'The director of the museum earns 90,000 a year, and a guide of the tower earns 40,000.',
    allowed: ['user:bob@museum.example', 'group:board'],
  },
  {
    name: 'Nachtwache',
    text: 'Der Turm des Museums wird in der Nacht von der Nachtwache geöffnet und geschlossen.',
    allowed: [],
  },
  { name: 'Café', text: 'The café of the museum serves breakfast in the morning until eleven.' },
  {
    name: 'Ferry',
    text: 'The ferry to the museum leaves at nine in the morning from the harbour.',
    allowed: ['group:staff'],
  },
  {
    // The same text, which must not stand in for the one that everybody may see.
    name: 'Breakfast',
    text: 'The café of the museum serves breakfast in the morning until eleven.',
    allowed: ['group:board'],
  },
  {
    name: 'Alarmplan',
    text: 'The alarmplan of the museum: the alarmplan hangs in the tower, and the alarmplan is secret.',
    allowed: ['group:board'],
  },
];
const maySee = ({ allowed }: Text, asUser: readonly string[]): boolean =>
  allowed?.some((principal) => asUser.includes(principal)) ?? true;

const QUERIES = [
  'When does the museum open in the morning?',
  'tower museum',
  'code of the vault',
  'What does the director earn?',
  'Wann wird der Turm geöffnet?',
  // One letter off a word that only a hidden text has.
  'alarmplam',
  'tower of granit',
];

let test: TestService;
let live: Client;
let sandbox: Client;
let agent: string;
let base: string;
const ids: Record<string, string> = {};
/** In the sandbox: for each person a knowledge base, and an agent, that have only what they may see. */
const own: Record<string, { base: string; agent: string }> = {};

beforeAll(async () => {
  test = await startTestService();
  ({ live, sandbox } = test);
  base = await defaultKnowledgeBase(live);
  agent = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] })).body.data.id;
  for (const person of Object.keys(PEOPLE)) {
    const id = (await sandbox.post('/v1/knowledge-bases', { name: person })).body.data.id;
    const body = { name: person, knowledge_base_ids: [id] };
    own[person] = { base: id, agent: (await sandbox.post('/v1/agents', body)).body.data.id };
  }
  for (const text of TEXTS) {
    const { name, text: content, allowed } = text;
    ids[name] = (await live.addText(name, content, { ...(allowed && { allowed }) })).id;
    for (const [person, asUser] of Object.entries(PEOPLE))
      if (maySee(text, asUser))
        await sandbox.addText(name, content, { knowledge_base_id: own[person]?.base });
  }
});
afterAll(() => test.stop());

// biome-ignore lint/suspicious/noExplicitAny: answers are read by name, as any client reads them.
type Any = any;

/** A hit without the ids, which differ between the environments. */
const withoutIds = ({ results, ...rest }: Any) => ({
  ...rest,
  results: results.map(
    ({ id: _1, source_id: _2, knowledge_base_id: _3, link: _4, allowed: _5, ...hit }: Any) => hit,
  ),
});
const told = ({ reply, confidence, confidence_reason, kind, citations, sources: cited }: Any) => ({
  reply,
  confidence,
  confidence_reason,
  kind,
  citations: citations.map(({ source_id: _1, link: _2, chunk_id: _3, ...citation }: Any) => citation),
  sources: cited.map(({ id: _1, link: _2, ...source }: Any) => source),
});

const chat = async (asUser: string[] | undefined, message: string, more: Record<string, unknown> = {}) =>
  await live.post(`/v1/agents/${agent}/chat`, { message, ...(asUser && { as_user: asUser }), ...more });

describe.each(Object.entries(PEOPLE))('for %s, a workspace with hidden sources', (person, asUser) => {
  const include = ['score_details', 'matches'];

  it.each(['hybrid', 'keyword', 'semantic'])(
    'has the hits, scores and totals of one that never had them: %s',
    async (search_type) => {
      for (const query of QUERIES) {
        const body = { query, search_type, limit: 20, include };
        const seen = await live.post('/v1/query', { ...body, as_user: asUser });
        const alone = await sandbox.post('/v1/query', { ...body, knowledge_base_ids: [own[person]?.base] });
        expect(seen.status).toBe(200);
        expect(withoutIds(seen.body.data), query).toEqual(withoutIds(alone.body.data));
      }
    },
  );

  it('answers as one that never had them', async () => {
    for (const message of QUERIES) {
      const seen = await chat(asUser, message);
      const alone = await sandbox.post(`/v1/agents/${own[person]?.agent}/chat`, { message });
      expect(told(seen.body.data), message).toEqual(told(alone.body.data));
    }
  });

  it('lists the sources that they may see, and no principals', async () => {
    const names = TEXTS.filter((text) => maySee(text, asUser)).map(({ name }) => name);
    const query = asUser.map((principal) => `&as_user=${encodeURIComponent(principal)}`).join('');
    // A query string cannot have an empty list.
    const { body } = await live.get(`${sources}?limit=100${query || '&as_user=user%3Aeve'}`);
    expect(body.data.map(({ name }: Any) => name).sort()).toEqual(names.sort());
    expect(body.data.filter((source: Any) => 'allowed' in source)).toEqual([]);
  });
});

describe('as_user', () => {
  it('without it a key sees every source', async () => {
    const { body } = await live.post('/v1/query', { query: 'code of the vault' });
    expect(body.data.results[0].source_name).toBe('Vault');
  });

  it('GET /v1/query takes it too', async () => {
    const find = async (query: string) =>
      (
        await live.get(`/v1/query?query=${encodeURIComponent('code of the vault')}${query}`)
      ).body.data.results.map(({ source_name }: Any) => source_name);
    expect(await find('&as_user=group%3Astaff')).toContain('Vault');
    expect(await find('&as_user=user%3Aeve')).not.toContain('Vault');
  });

  it('a hidden source named by its id does not exist', async () => {
    const { Vault } = ids;
    expectError(
      await live.post('/v1/query', { query: 'vault', source_ids: [Vault], as_user: BOB }),
      422,
      'source_ids',
    );
    for (const path of ['', '/content', '/chunks', '/similar', '/file', '/render']) {
      const url = `${sources}/${Vault}${path}?as_user=`;
      expectError(await live.get(`${url}${encodeURIComponent('user:bob@museum.example')}`), 404);
      expect((await live.get(`${url}group%3Astaff`)).status, path).toBe(200);
    }
  });

  it('similar sources are those that the person may see', async () => {
    const similar = async (query: string) =>
      (await live.get(`${sources}/${ids['Café']}/similar?limit=50${query}`)).body.data.sources.map(
        ({ name }: Any) => name,
      );
    expect(await similar('')).toContain('Breakfast');
    expect(await similar('&as_user=user%3Aeve')).not.toContain('Breakfast');
  });

  it('422 for principals that are none, naming the field', async () => {
    for (const as_user of [
      null,
      'user:ada',
      [''],
      [7],
      ['x'.repeat(201)],
      ['a\nb'],
      Array.from({ length: 201 }, (_, i) => `u${i}`),
    ])
      for (const path of ['/v1/query', `/v1/agents/${agent}/chat`, '/v1/chat/completions', '/v1/responses']) {
        const body = {
          query: 'x',
          message: 'x',
          model: agent,
          messages: [{ role: 'user', content: 'x' }],
          input: 'x',
        };
        const needed = {
          '/v1/query': ['query'],
          '/v1/chat/completions': ['model', 'messages'],
          '/v1/responses': ['model', 'input'],
        }[path] ?? ['message'];
        const sent = Object.fromEntries(Object.entries(body).filter(([field]) => needed.includes(field)));
        const { status, body: answer } = await live.post(path, { ...sent, as_user });
        expect(status, `${path} ${JSON.stringify(as_user)?.slice(0, 40)}`).toBe(422);
        expect(JSON.stringify(answer)).toContain('as_user');
      }
  });

  it('streams, completions and responses are limited too', async () => {
    const message = 'What is the code of the vault?';
    for (const [asUser, isAllowed] of [
      [ADA, true],
      [BOB, false],
    ] as const) {
      const events = await streamChat(live, agent, { message, as_user: asUser });
      const completion = await live.post('/v1/chat/completions', {
        model: agent,
        messages: [{ role: 'user', content: message }],
        as_user: asUser,
      });
      const response = await live.post('/v1/responses', { model: agent, input: message, as_user: asUser });
      for (const answer of [events, completion.body, response.body])
        expect(JSON.stringify(answer).includes('vermilion')).toBe(isAllowed);
    }
  });

  it('a connection of the Model Context Protocol reads for the user in its URL, and adds nothing', async () => {
    const call = async (name: string, args: unknown) => {
      const params = { name, arguments: args };
      const url = `/mcp?as_user=${encodeURIComponent('user:bob@museum.example')}`;
      const { status, body } = await live.call(
        'POST',
        url,
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        {
          accept: 'application/json, text/event-stream',
        },
      );
      expect(status).toBe(200);
      return JSON.stringify(body.result);
    };
    const everything = [
      await call('search', { query: 'code of the vault', limit: 20 }),
      await call('ask', { question: 'What is the code of the vault?' }),
      await call('list_sources', { limit: 100 }),
      await call('get_source', { source_id: ids['Vault'] }),
    ].join('\n');
    expect(everything).toContain('Salaries');
    expect(everything).not.toContain('vermilion');
    expect(everything).not.toContain('Vault"');
    expect(everything).not.toContain('group:board');
    expect(await call('add_text', { name: 'Note', text: 'A note.' })).toContain('adds nothing');
    expect((await live.post('/mcp?asuser=x', { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(422);
  });

  it('a visitor of a chat widget sees what everybody may see', async () => {
    const site = 'https://museum.example';
    const { token } = (
      await live.post(`/v1/agents/${agent}/tokens`, { name: 'Site', allowed_origins: [site] })
    ).body.data;
    const ask = async (message: string) =>
      JSON.stringify(
        await (
          await openEvents(
            { baseUrl: live.baseUrl, key: '' },
            `/v1/widget/${token}/chat`,
            { message },
            { origin: site },
          )
        ).rest(),
      );
    expect(await ask('What is the code of the vault?')).not.toContain('vermilion');
    expect(await ask('When does the museum open in the morning?')).toContain('nine');
    const visitor = createClient(live.baseUrl, '');
    const forged = await visitor.call(
      'POST',
      `/v1/widget/${token}/chat`,
      { message: 'x', as_user: ADA },
      { origin: site },
    );
    expect(forged.status).toBe(422);
  });
});
