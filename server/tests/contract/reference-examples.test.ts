import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLES } from '#http/service-routes/openapi-document/examples.ts';
import { newAuthenticator } from '../helpers/authenticator.ts';
import { codeAt } from '../helpers/authenticator-app.ts';
import { callsOfTrials } from '../helpers/calls-of-trials.ts';
import { tryVersions } from '../helpers/example-agents.ts';
import { sortConversations } from '../helpers/example-conversations.ts';
import { connectFolder, newFolder, setPages, unpackHandbook } from '../helpers/example-places.ts';
import { EXAMPLES_FILE, examplesOf, type RecordedCall, shapesOf } from '../helpers/make-examples.ts';
import { addUpload } from '../helpers/operations.ts';
import { openBrowser, PASSWORD, tokenOf } from '../helpers/people.ts';
import {
  type Answer,
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { startTestSite, type TestSite } from '../helpers/test-site.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/webhook-receiver.ts';

// The story of a museum that calls every operation once, as a reader of the reference would. `npm run gen:examples` writes what it saw
// to examples.json: the first call of an operation is its example.

const SOURCES = '/v1/knowledge-base/sources';
const SITE = 'https://museum.example.com';
const SESSION = 'visitor-4711';

let test: TestService;
let live: Client;
let site: TestSite;
let receiver: WebhookReceiver;
let base: string;
let tickets: string;
let agent: string;
const calls: RecordedCall[] = [];
const folder = newFolder();
beforeAll(async () => {
  site = await startTestSite();
  receiver = await startWebhookReceiver();
  const settings = { URL_FETCH_ALLOW_HOSTS: `${site.host},${receiver.host}`, CONNECTOR_FOLDERS: folder };
  test = await startTestService(settings);
  live = test.live;
  base = await defaultKnowledgeBase(live);
  setPages(site);
});
afterAll(async () => {
  await test.stop();
  await Promise.all([site.close(), receiver.close()]);
  rmSync(folder, { recursive: true });
});

/** Calls as a client does, and returns what the answer carries. */
async function told(
  client: Client,
  method: string,
  path: string,
  body?: unknown,
  headers = {},
): Promise<Answer['body']> {
  const answer = await client.call(method, path, body, headers);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  const mediaType = answer.headers.get('content-type')?.split(';')[0] ?? '';
  calls.push({ method, path, body, status: answer.status, mediaType, answer: answer.body });
  return answer.body?.data ?? answer.body;
}
const get = (path: string) => told(live, 'GET', path);
const post = (path: string, body?: unknown) => told(live, 'POST', path, body);
const put = (path: string, body?: unknown) => told(live, 'PUT', path, body);
const patch = (path: string, body: unknown) => told(live, 'PATCH', path, body);
const remove = (path: string, body?: unknown) => told(live, 'DELETE', path, body);
/** Reads until an answer is as it is meant to become. */
const settled = async (path: string, isSettled: (data: Answer['body']) => boolean) =>
  await expect
    .poll(async () => isSettled((await live.get(path)).body.data), { timeout: 100_000, interval: 50 })
    .toBe(true);

describe('a museum that uses every operation', () => {
  it('collects what visitors ask about', async () => {
    const added = await post(SOURCES, {
      type: 'text',
      name: 'Tickets',
      content:
        'An adult ticket costs 12 euros. Children under 14 get in free. Tickets are valid for two days.',
      tags: ['visitors'],
      metadata: { audience: 'public', year: 2026 },
      external_id: 'handbook/tickets',
    });
    tickets = added.id;
    const prices =
      'An adult ticket costs 12 euros. Children under 14 get in free. Tickets are valid for two days.';
    await post(SOURCES, { type: 'text', name: 'Tickets again', content: prices, on_duplicate: 'skip' });
    const hours = {
      type: 'text',
      name: 'Opening hours',
      content: 'The museum is open from Tuesday to Sunday, from 10 to 18 o’clock, and closed on Mondays.',
      metadata: { audience: 'public', year: 2026 },
    };
    const opening = await put(`${SOURCES}/by-external-id/handbook%2Fopening-hours`, hours);
    await put(`${SOURCES}/by-external-id/handbook%2Fopening-hours`, hours);
    await post(`${SOURCES}/batch`, {
      sources: [
        {
          type: 'text',
          name: 'Cafe',
          content: 'The cafe serves lunch from 12 to 14 o’clock.',
          external_id: 'handbook/cafe',
        },
        {
          type: 'text',
          name: 'Ticket prices',
          content: 'An adult ticket costs 12 euros. Children under 14 get in free.',
          external_id: 'handbook/prices',
        },
      ],
      upsert: true,
    });
    await settled(`${SOURCES}/counts`, ({ by_status }) => by_status.processing === 0);
    await get(`${SOURCES}?limit=2`);
    const passage = 'start=0&end=31';
    for (const part of ['', '/content', '/chunks', `/render?${passage}`, `/places?${passage}`, '/similar'])
      await get(`${SOURCES}/${tickets}${part}`);
    await get(`${SOURCES}/counts`);
    await patch(`${SOURCES}/${opening.id}`, { name: 'Opening hours 2026', metadata: { year: 2026 } });
    await get(`${SOURCES}/${opening.id}/history`);
    await get('/v1/knowledge-base/changes');
    await post(`${SOURCES}/bulk`, {
      action: 'add_tags',
      source_ids: [tickets, opening.id],
      tags: ['handbook'],
    });
    await post(`${SOURCES}/${opening.id}/reindex`);
    await told(live, 'GET', '/v1/export?what=sources');
    await settled(`${SOURCES}/${opening.id}`, ({ status }) => status === 'indexed');
    expect(await get('/v1/query?query=opening%20hours&limit=1')).toMatchObject({
      results: [{ source_id: opening.id }],
    });
    const found = await post('/v1/query', {
      query: 'How much is a ticket for adults?',
      limit: 1,
      filter: { type: 'eq', key: 'audience', value: 'public' },
    });
    expect(found.results[0].text).toContain('12 euros');
  });

  it('keeps collections apart and crawls its website', async () => {
    const archive = await post('/v1/knowledge-bases', { name: 'Archive' });
    await get('/v1/knowledge-bases');
    await get(`/v1/knowledge-bases/${archive.id}`);
    await patch(`/v1/knowledge-bases/${archive.id}`, { name: 'Archive of the harbour' });
    const crawl = await post(`${SOURCES}/crawl`, {
      url: site.url('/visit'),
      max_pages: 20,
      tags: ['website'],
      knowledge_base_id: archive.id,
    });
    await settled(`/v1/knowledge-base/crawls/${crawl.id}`, ({ status }) => status === 'completed');
    await get('/v1/knowledge-base/crawls');
    await get(`/v1/knowledge-base/crawls/${crawl.id}`);
    expect(await get(`/v1/knowledge-base/crawls/${crawl.id}/pages`)).toHaveLength(2);
    const another = (await live.post(`${SOURCES}/crawl`, { url: site.url('/visit') })).body.data;
    await post(`/v1/knowledge-base/crawls/${another.id}/cancel`);
    const [spare] = (await live.get(`${SOURCES}?knowledge_base_ids=${archive.id}`)).body.data;
    expect((await told(live, 'GET', `${SOURCES}/${spare.id}/file`)).length).toBeGreaterThan(100);
    await remove(`${SOURCES}/${spare.id}`);
    await remove(`/v1/knowledge-bases/${archive.id}`);
    await connectFolder({ get, post, patch, remove, settled }, folder);
    await unpackHandbook({ get, post, patch, remove, settled });
  });

  it('answers visitors, and people look after the answers', async () => {
    const created = await post('/v1/agents', {
      name: 'Visitor desk',
      knowledge_base_ids: [base],
      welcome_message: 'Welcome to the museum. What would you like to know?',
      fallback_message: 'I do not know that. The staff at the desk will help you.',
      handover: 'on_request',
    });
    agent = created.id;
    await get('/v1/agents');
    await tryVersions({ get, post, put, patch, remove }, `/v1/agents/${agent}`);
    const chat = { message: 'What does a ticket for adults cost?', session_id: SESSION };
    const reply = await post(`/v1/agents/${agent}/chat`, chat);
    expect(reply.reply).toContain('12 euros');
    expect(await post(`/v1/agents/${agent}/chat`, { ...chat, stream: true })).toContain('event: done');
    for (const [method, path, body] of callsOfTrials(agent)) await told(live, method, path, body);
    await live.post(`/v1/agents/${agent}/chat`, {
      message: 'Do you rent out audio guides?',
      session_id: 'visitor-4712',
    });
    const session = `/v1/agents/${agent}/conversations/${SESSION}`;
    const message = `${session}/messages/${reply.message_id}`;
    await post(`${message}/feedback`, { rating: 'up', comment: 'Quick and clear.' });
    await put(`${message}/verdict`, { verdict: 'right', note: 'Checked against the price list.' });
    await get('/v1/conversations');
    await get(`/v1/agents/${agent}/conversations`);
    await get(`${session}/messages`);
    await post(`${session}/handover`, {
      contact: { name: 'Ida', email: 'ida@example.com' },
      message: 'May I speak to somebody about a group visit?',
    });
    await patch(`${session}/handover`, { status: 'assigned', take_over: true });
    await post(`${session}/messages`, { text: 'Hello Ida, how many are you?', author_name: 'Desk' });
    await remove(`${message}/verdict`);
    await sortConversations({ get, post, patch, remove }, { agent, session });

    const pinned = await post('/v1/answers', {
      question: 'Where can I park?',
      variants: ['Is there a car park?'],
      answer: 'There are **40 spaces** behind the museum, free for visitors.',
      source_ids: [tickets],
    });
    await get('/v1/answers');
    await get(`/v1/answers/${pinned.id}`);
    await patch(`/v1/answers/${pinned.id}`, {
      answer: 'There are **60 spaces** behind the museum, free for visitors.',
    });
    await get(`/v1/answers/${pinned.id}/versions`);
    await post('/v1/answers/import', {
      answers: [
        { question: 'Are dogs allowed?', answer: 'Guide dogs are welcome.', knowledge_base_id: base },
      ],
    });

    const evaluation = await post('/v1/evaluations', {
      name: 'Handbook',
      questions: [
        { query: 'What does a ticket cost?', relevant: [{ source_id: tickets }], must: ['12 euros'] },
      ],
      search_types: ['hybrid'],
    });
    await settled(`/v1/evaluations/${evaluation.id}`, ({ status }) => status === 'completed');
    await get('/v1/evaluations');
    await get(`/v1/evaluations/${evaluation.id}`);
    await get(`/v1/evaluations/${evaluation.id}/questions`);
    expect(await told(live, 'GET', `/v1/evaluations/${evaluation.id}/chart.svg`)).toContain('<svg');
    await get('/v1/overview');
    const { gaps } = await get('/v1/gaps');
    await post('/v1/gaps/dismiss', { question: gaps[0].question });
  });

  it("is called by clients of OpenAI's API", async () => {
    const messages = [{ role: 'user', content: 'When is the museum closed?' }];
    const { choices } = await told(live, 'POST', '/v1/chat/completions', { model: agent, messages });
    expect(choices[0].message.annotations).not.toEqual([]);
    const input = 'When is the museum closed?';
    await told(live, 'POST', '/v1/responses', { model: agent, input });
    await told(live, 'POST', '/v1/chat/completions', { model: agent, messages, stream: true });
    await told(live, 'POST', '/v1/responses', { model: agent, input, stream: true });
    await told(live, 'GET', '/v1/models');
    await told(live, 'GET', `/v1/models/${agent}`);
    await told(live, 'POST', '/v1/embeddings', { model: 'static-en-multi-256', input });
  });

  it('chats on its website', async () => {
    const token = await post(`/v1/agents/${agent}/tokens`, { name: 'Website', allowed_origins: [SITE] });
    await get(`/v1/agents/${agent}/tokens`);
    await patch(`/v1/agents/${agent}/tokens/${token.id}`, { messages_per_minute: 30 });
    const visitor = createClient(live.baseUrl, '');
    const session_id = 'Zb3kP0vQwT7yLm2cR9xH1s';
    const from = (method: string, path: string, body?: unknown, headers = {}) =>
      told(visitor, method, `/v1/widget/${token.token}${path}`, body, { origin: SITE, ...headers });
    await from('GET', '');
    const said = await from('POST', '/chat', { message: 'When is the museum closed?', session_id });
    expect(said).toContain('Mondays');
    const message_id = /"message_id":"(\w+)"/.exec(said)?.[1];
    await from('POST', '/feedback', { session_id, message_id, rating: 'up' });
    await from('POST', '/handover', {
      session_id,
      contact: { email: 'ida@example.com' },
      message: 'Can somebody call me?',
    });
    await from('GET', '/messages', undefined, { 'x-session-id': session_id });
    await remove(`/v1/agents/${agent}/tokens/${token.id}`);
  });

  it('connects its systems', async () => {
    const key = await post('/v1/api-keys', {
      name: 'Website search',
      scope: 'read_only',
      knowledge_base_ids: [base],
    });
    await get('/v1/api-keys');
    await get(`/v1/api-keys/${key.id}`);
    await patch(`/v1/api-keys/${key.id}`, { name: 'Search of the website' });
    const maker = await live.post('/v1/api-keys', { name: 'Deployment', scope: 'admin' });
    const deployment = createClient(live.baseUrl, maker.body.data.key);
    await deployment.post('/v1/api-keys', { name: 'Nightly import', scope: 'read_write' });
    await get(`/v1/api-keys/${maker.body.data.id}/grants`);
    const hook = await post('/v1/webhooks', {
      url: receiver.url('/footnote'),
      events: ['source.indexed', 'source.failed'],
    });
    await get('/v1/webhooks');
    await get(`/v1/webhooks/${hook.id}`);
    await patch(`/v1/webhooks/${hook.id}`, {
      events: ['source.indexed', 'source.failed', 'conversation.handover'],
    });
    receiver.answer(500);
    const delivery = await post(`/v1/webhooks/${hook.id}/test`);
    const path = `/v1/webhooks/${hook.id}/deliveries`;
    await settled(`${path}/${delivery.id}`, ({ attempts }) => attempts.length > 0);
    await get(path);
    await get(`${path}/${delivery.id}`);
    receiver.answer(204);
    await post(`${path}/${delivery.id}/retry`);
    await post(`/v1/webhooks/${hook.id}/rotate-secret`);
    await get('/v1/events?limit=2');
    const upload = `/v1/uploads/${await addUpload(live)}`;
    for (const each of ['/v1/workspace', '/v1/configuration', '/v1/limits', '/v1/usage?group_by=key', upload])
      await get(each);
    for (const each of [upload, `/v1/webhooks/${hook.id}`, `/v1/api-keys/${key.id}`]) await remove(each);
  });

  it('is looked after by people', async () => {
    // Browsers keep no passkeys for IP addresses.
    const baseUrl = live.baseUrl.replace('127.0.0.1', 'localhost');
    const owner = openBrowser(baseUrl);
    await told(owner, 'GET', '/v1/account/sign-in-methods');
    const credentials = { email: 'ada@example.com', password: PASSWORD };
    const token = test.service.firstKeys?.ownerToken ?? '';
    await told(owner, 'POST', '/v1/account/invitation', { token });
    const joined = { token, ...credentials, name: 'Ada' };
    await told(owner, 'POST', '/v1/account/accept-invitation', joined);
    await told(owner, 'GET', '/v1/account');
    const role = { role: 'viewer', email: 'ben@example.com' };
    const { id, link } = await told(owner, 'POST', '/v1/invitations', role);
    await told(owner, 'GET', '/v1/invitations');
    await told(owner, 'GET', `/v1/invitations/${id}`);
    const ben = openBrowser(baseUrl);
    const joining = { token: tokenOf(link), name: 'Ben', password: PASSWORD, email: 'ben@example.com' };
    const member = (await ben.post('/v1/account/accept-invitation', joining)).body.data;
    await told(owner, 'GET', '/v1/members');
    await told(owner, 'GET', `/v1/members/${member.id}`);
    await told(owner, 'PATCH', `/v1/members/${member.id}`, { role: 'admin' });
    await ben.post('/v1/api-keys', { name: 'Ticket system', scope: 'read_only' });
    await told(owner, 'GET', `/v1/members/${member.id}/grants`);
    const unused = await owner.post('/v1/invitations', { role: 'viewer' });
    await told(owner, 'DELETE', `/v1/invitations/${unused.body.data.id}`);

    await told(owner, 'GET', '/v1/account/second-factor');
    const totp = '/v1/account/second-factor/totp';
    const { secret } = await told(owner, 'POST', totp);
    await told(owner, 'POST', `${totp}/confirm`, { code: codeAt(secret) });
    await told(owner, 'POST', '/v1/account/second-factor/recovery-codes');
    await told(owner, 'DELETE', totp, { password: PASSWORD });
    await told(owner, 'POST', '/v1/account/confirm', { password: PASSWORD });
    await told(owner, 'GET', '/v1/account/confirm');

    const authenticator = newAuthenticator(baseUrl);
    const options = await told(owner, 'POST', '/v1/account/passkeys/options');
    const credential = authenticator.create(options);
    const passkey = await told(owner, 'POST', '/v1/account/passkeys', { name: 'Laptop', credential });
    await told(owner, 'GET', '/v1/account/passkeys');
    await told(owner, 'PATCH', `/v1/account/passkeys/${passkey.id}`, { name: 'Laptop at work' });
    const phone = openBrowser(baseUrl);
    const challenge = await told(phone, 'POST', '/v1/account/passkey-sign-in/options');
    await told(phone, 'POST', '/v1/account/passkey-sign-in', { credential: authenticator.get(challenge) });
    await told(owner, 'DELETE', `/v1/account/passkeys/${passkey.id}`);

    const tablet = openBrowser(baseUrl);
    await told(tablet, 'POST', '/v1/account/sign-in', credentials);
    const sessions = await told(tablet, 'GET', '/v1/account/sign-ins');
    const other = sessions.find(({ is_current }: { is_current: boolean }) => !is_current);
    await told(tablet, 'DELETE', `/v1/account/sign-ins/${other.id}`);
    await told(tablet, 'PATCH', '/v1/account', { name: 'Ada King' });
    await told(tablet, 'GET', '/v1/audit-log?limit=2');
    await told(tablet, 'PATCH', '/v1/workspace', { name: 'Museum of the sea' });
    await told(tablet, 'GET', '/v1/workspaces');
    const second = await told(tablet, 'POST', '/v1/workspaces', { name: 'Museum shop' });
    await told(tablet, 'DELETE', `/v1/members/${member.id}`);
    await told(tablet, 'DELETE', `/v1/workspaces/${second.id}?name=Museum%20shop`);
    await told(tablet, 'POST', '/v1/account/sign-out');
  });

  it('deletes what it no longer needs', async () => {
    await remove(`/v1/answers/${(await live.get('/v1/answers')).body.data[0].id}`);
    await remove(`/v1/evaluations/${(await live.get('/v1/evaluations')).body.data[0].id}`);
    await remove(`/v1/agents/${agent}/conversations/${SESSION}`);
    await remove(`/v1/agents/${agent}`);
  });

  it('has an example of every body and answer for the reference', async () => {
    const document = (await live.get('/openapi.json')).body;
    const { examples, missing } = examplesOf(document, calls, {
      [site.url('')]: SITE,
      [folder]: '/srv/documents',
      [receiver.url('')]: 'https://hooks.example.com',
      [test.live.baseUrl]: 'http://localhost:8080',
      [test.live.baseUrl.replace('127.0.0.1', 'localhost')]: 'http://localhost:8080',
      'http://localhost:0': 'http://localhost:8081',
    });
    expect(missing).toEqual([]);
    if (process.env['WRITE_EXAMPLES']) writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 2)}\n`);
    // If not, the file is older than an operation: `npm run gen:examples`.
    else expect(shapesOf(EXAMPLES)).toEqual(shapesOf(examples));
  });
});
