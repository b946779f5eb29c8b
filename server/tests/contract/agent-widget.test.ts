import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { A_LOGO } from '../helpers/agent-operations.ts';
import { expectError } from '../helpers/expect-error.ts';
import {
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const SITE = 'https://www.example.com';

let test: TestService;
let live: Client;
let agent: string;
let token: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  agent = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
  const site = { name: 'Site', allowed_origins: [SITE] };
  token = (await live.post(`/v1/agents/${agent}/tokens`, site)).body.data.token;
});
afterAll(() => test.stop());

const put = (body: unknown, path = '') => live.call('PUT', `/v1/agents/${agent}/widget${path}`, body);
const seen = async () =>
  (await createClient(live.baseUrl, '').call('GET', `/v1/widget/${token}`, undefined, { origin: SITE })).body
    .data;

const USUAL = {
  color: null,
  position: 'end',
  mode: 'bubble',
  theme: 'page',
  language: null,
  greeting: null,
  starter_questions: [],
  translations: {},
};

describe('the design of a chat widget', () => {
  it('is the usual one before anyone sets it, and then what was set', async () => {
    expect((await live.get(`/v1/agents/${agent}/widget`)).body.data).toEqual({
      appearance: USUAL,
      logo: null,
    });
    expect((await seen()).appearance).toEqual(USUAL);
    const design = {
      color: '#1F6F54',
      mode: 'search',
      starter_questions: ['How long is the pier?'],
      translations: { de: { greeting: 'Moin!', starter_questions: [] } },
    };
    const { status, body } = await put(design);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...USUAL, ...design, color: '#1f6f54' });
    expect((await seen()).appearance).toEqual(body.data);
    const log = (await live.get('/v1/audit-log?action=agent.widget_updated')).body.data;
    expect(log[0]).toMatchObject({ subject_id: agent, details: { mode: { from: 'bubble', to: 'search' } } });
    expect((await live.get(`/v1/agents/${agent}`)).body.data.version).toBe(1);
  });

  it.each([
    ['color', { color: 'red' }],
    ['color', { color: '#12345' }],
    ['mode', { mode: 'popup' }],
    ['language', { language: 'tlh' }],
    ['starter_questions', { starter_questions: ['a', 'b', 'c', 'd', 'e'] }],
    ['starter_questions[0]', { starter_questions: ['a'.repeat(121)] }],
    ['greeting', { greeting: 'a'.repeat(2_001) }],
  ])('422 for %s in %j', async (field, body) => {
    expectError(await put(body), 422, field);
  });

  it('a logo is served to visitors, without an origin and cached for ever', async () => {
    expect((await put({ content: A_LOGO }, '/logo')).body.data).toMatchObject({ media_type: 'image/png' });
    const { logo_url } = await seen();
    const response = await fetch(`${live.baseUrl}${logo_url}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(A_LOGO);
    expect((await live.delete(`/v1/agents/${agent}/widget/logo`)).status).toBe(204);
    expect((await seen()).logo_url).toBeUndefined();
    expect((await fetch(`${live.baseUrl}${logo_url}`)).status).toBe(404);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page that is called an image', '<!doctype html><script>alert(1)</script>'],
    ['nothing', ''],
  ])('422 for %s as a logo', async (_, text) => {
    const content = Buffer.from(text).toString('base64');
    expect((await put({ content }, '/logo')).status).toBe(422);
  });

  it('a logo of more than 64 KB is refused', async () => {
    const large = Buffer.concat([Buffer.from(A_LOGO, 'base64'), Buffer.alloc(65_536)]);
    expect((await put({ content: large.toString('base64') }, '/logo')).status).toBe(422);
  });

  it('while the agent is published, only those who may publish change it', async () => {
    const key = (await live.post('/v1/api-keys', { name: 'K', scope: 'read_write' })).body.data.key;
    const writer = createClient(live.baseUrl, key);
    expectError(await writer.call('PUT', `/v1/agents/${agent}/widget`, {}), 403);
    expect((await live.get(`/v1/agents/${agent}/widget`)).body.data.appearance.mode).toBe('search');
  });
});
