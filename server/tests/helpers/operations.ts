import { randomUUID } from 'node:crypto';
import { AN_ARCHIVE, addArchive } from './add-archive.ts';
import { A_CONNECTOR, addConnector } from './add-connector.ts';
import { AGENT_OPERATIONS, addDraft } from './agent-operations.ts';
import { addQuestionSet, EVALUATION_OPERATIONS } from './question-set-operations.ts';
import { type Client, defaultKnowledgeBase } from './start-test-service.ts';

/** One operation of the interface, with a body that it takes. `{agent}` and the like in a path stand for ids. */
export type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  body?: Record<string, unknown>;
  /** What it takes in place of a body. */
  form?: FormData;
  /** It takes an empty body too. */
  needsNoField?: true;
  /** What must stand in the query string. */
  query?: string;
  isForAdmin?: true;
  /** It makes what its path names, unless it exists. */
  createsByPath?: true;
  /** It speaks the protocol of OpenAI: its answers have no envelope, and its body may have fields that it does not know. */
  isOpenAi?: true;
};

/** Ids of things that exist, by the names that paths use. */
export type Ids = Record<
  | 'agent'
  | 'answer'
  | 'archive'
  | 'base'
  | 'spareBase'
  | 'source'
  | 'connector'
  | 'crawl'
  | 'evaluation'
  | 'question'
  | 'questionSet'
  | 'key'
  | 'session'
  | 'message'
  | 'tag'
  | 'token'
  | 'upload'
  | 'version'
  | 'view'
  | 'webhook'
  | 'delivery'
  | 'member'
  | 'invitation',
  string
>;

/** Makes one thing of each kind. */
export async function createOneOfEach(client: Client, tag: string): Promise<Ids> {
  const base = await defaultKnowledgeBase(client);
  const source = (await client.addText('Pier', `The pier of ${tag} is 300 metres long.`, { tags: [tag] })).id;
  const guide = { name: 'Guide', knowledge_base_ids: [base], handover: 'on_request' };
  const agent = (await client.post('/v1/agents', guide)).body.data.id;
  const chat = { message: 'How long is the pier?', session_id: 's' };
  const message = (await client.post(`/v1/agents/${agent}/chat`, chat)).body.data.message_id;
  const key = (await client.post('/v1/api-keys', { name: 'Spare', scope: 'read_only' })).body.data.id;
  const crawl = await addCrawl(client, base);
  const connector = await addConnector(client, base);
  const archive = await addArchive(client, base);
  const evaluation = await addEvaluation(client, source);
  const pinned = { question: `Who owns ${source}?`, answer: 'The town.', source_ids: [source] };
  const answer = (await client.post('/v1/answers', pinned)).body.data.id;
  const spareBase = (await client.post('/v1/knowledge-bases', { name: 'Spare' })).body.data.id;
  const allowed_origins = ['https://example.com'];
  const token = (await client.post(`/v1/agents/${agent}/tokens`, { name: 'Site', allowed_origins })).body.data
    .id;
  const upload = await addUpload(client);
  const view = (await client.post('/v1/views', A_VIEW)).body.data.id;
  await addDraft(client, agent);
  const hook = await addWebhook(client);
  const people = await addPeople(client);
  return {
    ...hook,
    ...people,
    agent,
    answer,
    archive,
    base,
    spareBase,
    source,
    connector,
    crawl,
    evaluation,
    ...(await addQuestionSet(client, source)),
    key,
    session: 's',
    message,
    tag,
    token,
    upload,
    version: '1',
    view,
  };
}

const A_VIEW = { resource: 'conversations', name: 'Mine', filters: { assignee: 'me' }, is_shared: true };

/** It is sent its tests alone, and may not be reached. */
const A_WEBHOOK = { url: 'http://127.0.0.1:1/', events: ['webhook.test'] };

/** An upload of which nothing has arrived. */
export async function addUpload(client: Client): Promise<string> {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10' };
  return (await client.call('POST', '/v1/uploads', undefined, headers)).body.data.id;
}

/** A webhook to which an event could not be delivered. */
async function addWebhook(client: Client): Promise<Pick<Ids, 'webhook' | 'delivery'>> {
  const { id: webhook } = (await client.post('/v1/webhooks', A_WEBHOOK)).body.data;
  const { id: delivery } = (await client.post(`/v1/webhooks/${webhook}/test`)).body.data;
  for (;;) {
    const { attempts } = (await client.get(`/v1/webhooks/${webhook}/deliveries/${delivery}`)).body.data;
    if (attempts.length > 0) return { webhook, delivery };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A member and an invitation; by a sandbox key, which does not reach them, ids of nobody. */
async function addPeople(client: Client): Promise<Pick<Ids, 'member' | 'invitation'>> {
  const invite = async () => (await client.post('/v1/invitations', { role: 'viewer' })).body.data;
  const [used, unused] = [await invite(), await invite()];
  if (!used) return { member: 'acc_none', invitation: 'inv_none' };
  const joined = await client.post('/v1/account/accept-invitation', {
    token: used.link.split('#token=')[1],
    email: `${randomUUID()}@example.com`,
    name: 'Ada',
    password: 'a long enough password',
  });
  return { member: joined.body.data.id, invitation: unused.id };
}

/** An evaluation that has ended. */
async function addEvaluation(client: Client, source_id: string): Promise<string> {
  const questions = [{ query: 'How long is the pier?', relevant: [{ source_id }] }];
  const { id } = (await client.post('/v1/evaluations', { questions })).body.data;
  await client.get(`/v1/evaluations/${id}?wait=30`);
  return id;
}

/** A crawl that has ended, of a site that may not be fetched. */
async function addCrawl(client: Client, base: string): Promise<string> {
  const path = '/v1/knowledge-base/sources/crawl';
  const { id } = (await client.post(path, { url: 'http://127.0.0.1:1/', knowledge_base_id: base })).body.data;
  for (;;) {
    const { status } = (await client.get(`/v1/knowledge-base/crawls/${id}`)).body.data;
    if (status !== 'running') return id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A name of a client's own choice, such as `{external_id}`, stands for itself. */
export const fillPath = (path: string, ids: Ids): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name as keyof Ids] ?? name);

/** Every operation of v1. Those that delete come last. */
export const operationsOf = ({
  base,
  agent = 'agt_1',
}: Pick<Ids, 'base'> & Partial<Pick<Ids, 'agent'>>): Operation[] => [
  { method: 'POST', path: '/v1/agents', body: { name: 'A', knowledge_base_ids: [base] } },
  { method: 'GET', path: '/v1/agents' },
  { method: 'GET', path: '/v1/agents/{agent}' },
  { method: 'PATCH', path: '/v1/agents/{agent}', body: { name: 'B' } },
  ...AGENT_OPERATIONS,
  { method: 'POST', path: '/v1/agents/{agent}/chat', body: { message: 'How long is the pier?' } },
  { method: 'GET', path: '/v1/agents/{agent}/conversations' },
  { method: 'GET', path: '/v1/agents/{agent}/conversations/{session}/messages' },
  { method: 'PATCH', path: '/v1/agents/{agent}/conversations/{session}', body: { tags: ['Pier'] } },
  {
    method: 'POST',
    path: '/v1/agents/{agent}/conversations/{session}/messages/{message}/feedback',
    body: { rating: 'up' },
  },
  {
    method: 'PUT',
    path: '/v1/agents/{agent}/conversations/{session}/messages/{message}/verdict',
    body: { verdict: 'wrong' },
  },
  { method: 'DELETE', path: '/v1/agents/{agent}/conversations/{session}/messages/{message}/verdict' },
  {
    method: 'POST',
    path: '/v1/agents/{agent}/conversations/{session}/handover',
    body: { message: 'Help!' },
    needsNoField: true,
  },
  {
    method: 'PATCH',
    path: '/v1/agents/{agent}/conversations/{session}/handover',
    body: { status: 'assigned', take_over: true },
  },
  {
    method: 'POST',
    path: '/v1/agents/{agent}/conversations/{session}/messages',
    body: { text: 'How can I help?' },
  },
  {
    method: 'POST',
    path: '/v1/agents/{agent}/tokens',
    body: { name: 'A', allowed_origins: ['https://example.com'] },
    isForAdmin: true,
  },
  { method: 'GET', path: '/v1/agents/{agent}/tokens' },
  { method: 'PATCH', path: '/v1/agents/{agent}/tokens/{token}', body: { name: 'B' } },
  {
    method: 'POST',
    path: '/v1/chat/completions',
    body: { model: agent, messages: [{ role: 'user', content: 'How long is the pier?' }] },
    isOpenAi: true,
  },
  {
    method: 'POST',
    path: '/v1/responses',
    body: { model: agent, input: 'How long is the pier?' },
    isOpenAi: true,
  },
  {
    method: 'POST',
    path: '/v1/embeddings',
    body: { model: 'static-en-multi-256', input: 'How long is the pier?' },
    isOpenAi: true,
  },
  { method: 'GET', path: '/v1/models', isOpenAi: true },
  { method: 'GET', path: '/v1/models/{agent}', isOpenAi: true },
  { method: 'POST', path: '/v1/knowledge-bases', body: { name: 'A' } },
  { method: 'GET', path: '/v1/knowledge-bases' },
  { method: 'GET', path: '/v1/knowledge-bases/activity' },
  { method: 'GET', path: '/v1/knowledge-bases/{spareBase}' },
  { method: 'PATCH', path: '/v1/knowledge-bases/{spareBase}', body: { name: 'B' } },
  { method: 'POST', path: '/v1/knowledge-base/sources', body: { type: 'text', name: 'A', content: 'B' } },
  { method: 'GET', path: '/v1/knowledge-base/sources' },
  {
    method: 'PUT',
    path: '/v1/knowledge-base/sources/by-external-id/{external_id}',
    createsByPath: true,
    body: { type: 'text', name: 'A', content: 'B' },
  },
  {
    method: 'POST',
    path: '/v1/knowledge-base/sources/batch',
    body: { sources: [{ type: 'text', name: 'A', content: 'B' }] },
  },
  { method: 'GET', path: '/v1/knowledge-base/sources/counts' },
  { method: 'GET', path: '/v1/knowledge-base/sources/folders' },
  { method: 'GET', path: '/v1/knowledge-base/sources/export' },
  {
    method: 'POST',
    path: '/v1/knowledge-base/sources/bulk',
    body: { action: 'add_tags', source_ids: ['src_1'], tags: ['A'] },
  },
  { method: 'GET', path: '/v1/knowledge-base/changes' },
  { method: 'GET', path: '/v1/knowledge-base/sources/{source}' },
  { method: 'PATCH', path: '/v1/knowledge-base/sources/{source}', body: { name: 'B' } },
  { method: 'POST', path: '/v1/knowledge-base/sources/{source}/reindex' },
  { method: 'GET', path: '/v1/knowledge-base/sources/{source}/content' },
  { method: 'GET', path: '/v1/knowledge-base/sources/{source}/chunks' },
  { method: 'GET', path: '/v1/knowledge-base/sources/{source}/file' },
  { method: 'GET', path: '/v1/knowledge-base/sources/{source}/render' },
  { method: 'GET', path: '/v1/knowledge-base/sources/{source}/places', query: 'start=0&end=9' },
  { method: 'GET', path: '/v1/knowledge-base/sources/{source}/history' },
  { method: 'GET', path: '/v1/knowledge-base/sources/{source}/similar' },
  { method: 'POST', path: '/v1/knowledge-base/sources/crawl', body: { url: 'http://127.0.0.1:1/' } },
  { method: 'GET', path: '/v1/knowledge-base/crawls' },
  { method: 'GET', path: '/v1/knowledge-base/crawls/{crawl}' },
  { method: 'GET', path: '/v1/knowledge-base/crawls/{crawl}/pages' },
  { method: 'POST', path: '/v1/knowledge-base/crawls/{crawl}/cancel' },
  { method: 'POST', path: '/v1/connectors', body: A_CONNECTOR, isForAdmin: true },
  { method: 'GET', path: '/v1/connectors', isForAdmin: true },
  { method: 'GET', path: '/v1/connectors/{connector}', isForAdmin: true },
  { method: 'PATCH', path: '/v1/connectors/{connector}', body: { name: 'B' }, isForAdmin: true },
  { method: 'POST', path: '/v1/connectors/{connector}/sync', isForAdmin: true },
  { method: 'GET', path: '/v1/connectors/{connector}/runs', isForAdmin: true },
  { method: 'GET', path: '/v1/connectors/{connector}/documents', isForAdmin: true },
  { method: 'POST', path: '/v1/query', body: { query: 'pier' } },
  { method: 'GET', path: '/v1/query', query: 'query=pier+wombat+quokka&limit=20&include=score_details' },
  { method: 'GET', path: '/v1/conversations', query: 'q=pier' },
  { method: 'GET', path: '/v1/conversations/counts' },
  { method: 'GET', path: '/v1/conversations/assignees' },
  { method: 'GET', path: '/v1/conversations/export', isForAdmin: true },
  {
    method: 'POST',
    path: '/v1/conversations/bulk',
    body: { action: 'resolve', conversations: [{ agent_id: 'agt_1', session_id: 's' }] },
  },
  { method: 'POST', path: '/v1/views', body: { ...A_VIEW, is_shared: false } },
  { method: 'GET', path: '/v1/views' },
  { method: 'GET', path: '/v1/views/{view}' },
  { method: 'PATCH', path: '/v1/views/{view}', body: { name: 'B' } },
  { method: 'GET', path: '/v1/overview' },
  { method: 'GET', path: '/v1/overview/attention' },
  { method: 'GET', path: '/v1/gaps' },
  {
    method: 'POST',
    path: '/v1/gaps/suggest',
    body: { question: 'How long is the pier?', agent_id: agent },
  },
  { method: 'POST', path: '/v1/gaps/dismiss', body: { question: 'How long is the pier?' } },
  {
    method: 'POST',
    path: '/v1/answers',
    body: { question: `Who built ${randomUUID()}?`, answer: 'Ida.', knowledge_base_id: base },
  },
  {
    method: 'POST',
    path: '/v1/answers/import',
    body: { answers: [{ question: `Who sold ${randomUUID()}?`, answer: 'Ida.', knowledge_base_id: base }] },
  },
  { method: 'GET', path: '/v1/answers' },
  { method: 'GET', path: '/v1/answers/{answer}' },
  { method: 'PATCH', path: '/v1/answers/{answer}', body: { answer: 'Edmund.' } },
  { method: 'GET', path: '/v1/answers/{answer}/versions' },
  ...EVALUATION_OPERATIONS,
  { method: 'GET', path: '/v1/api-keys', isForAdmin: true },
  { method: 'POST', path: '/v1/api-keys', body: { name: 'A', scope: 'read_only' }, isForAdmin: true },
  { method: 'GET', path: '/v1/api-keys/{key}', isForAdmin: true },
  { method: 'GET', path: '/v1/configuration', isForAdmin: true },
  { method: 'GET', path: '/v1/configuration/models', isForAdmin: true },
  { method: 'POST', path: '/v1/configuration/models/test', body: { role: 'embedding' }, isForAdmin: true },
  { method: 'GET', path: '/v1/export', query: 'what=sources', isForAdmin: true },
  { method: 'DELETE', path: '/v1/agents/{agent}/tokens/{token}' },
  { method: 'GET', path: '/v1/api-keys/{key}/grants', isForAdmin: true },
  { method: 'PATCH', path: '/v1/api-keys/{key}', body: { name: 'B' }, isForAdmin: true },
  { method: 'GET', path: '/v1/usage', isForAdmin: true },
  { method: 'GET', path: '/v1/limits' },
  { method: 'POST', path: '/v1/knowledge-base/archives', form: AN_ARCHIVE },
  { method: 'GET', path: '/v1/knowledge-base/archives' },
  { method: 'GET', path: '/v1/knowledge-base/archives/{archive}' },
  { method: 'GET', path: '/v1/knowledge-base/archives/{archive}/entries' },
  { method: 'GET', path: '/v1/uploads/{upload}' },
  { method: 'DELETE', path: '/v1/uploads/{upload}' },
  { method: 'GET', path: '/v1/workspace', isForAdmin: true },
  { method: 'PATCH', path: '/v1/workspace', body: { name: 'B' }, isForAdmin: true },
  { method: 'POST', path: '/v1/webhooks', body: A_WEBHOOK, isForAdmin: true },
  { method: 'GET', path: '/v1/webhooks', isForAdmin: true },
  { method: 'GET', path: '/v1/webhooks/{webhook}', isForAdmin: true },
  { method: 'PATCH', path: '/v1/webhooks/{webhook}', body: { description: 'B' }, isForAdmin: true },
  { method: 'POST', path: '/v1/webhooks/{webhook}/rotate-secret', isForAdmin: true },
  { method: 'POST', path: '/v1/webhooks/{webhook}/test', isForAdmin: true },
  { method: 'GET', path: '/v1/webhooks/{webhook}/deliveries', isForAdmin: true },
  { method: 'GET', path: '/v1/webhooks/{webhook}/deliveries/{delivery}', isForAdmin: true },
  { method: 'POST', path: '/v1/webhooks/{webhook}/deliveries/{delivery}/retry', isForAdmin: true },
  { method: 'GET', path: '/v1/events', isForAdmin: true },
  { method: 'GET', path: '/v1/members', isForAdmin: true },
  { method: 'GET', path: '/v1/members/{member}', isForAdmin: true },
  { method: 'GET', path: '/v1/members/{member}/grants', isForAdmin: true },
  { method: 'PATCH', path: '/v1/members/{member}', body: { role: 'member' }, isForAdmin: true },
  { method: 'GET', path: '/v1/invitations', isForAdmin: true },
  { method: 'POST', path: '/v1/invitations', body: { role: 'viewer' }, isForAdmin: true },
  { method: 'GET', path: '/v1/invitations/{invitation}', isForAdmin: true },
  { method: 'GET', path: '/v1/audit-log', isForAdmin: true },
  { method: 'DELETE', path: '/v1/agents/{agent}/conversations/{session}' },
  { method: 'DELETE', path: '/v1/knowledge-base/sources/{source}' },
  { method: 'DELETE', path: '/v1/answers/{answer}' },
  { method: 'DELETE', path: '/v1/evaluations/{evaluation}' },
  { method: 'DELETE', path: '/v1/views/{view}' },
  { method: 'DELETE', path: '/v1/agents/{agent}' },
  { method: 'DELETE', path: '/v1/connectors/{connector}', isForAdmin: true },
  { method: 'DELETE', path: '/v1/knowledge-bases/{spareBase}' },
  { method: 'DELETE', path: '/v1/webhooks/{webhook}', isForAdmin: true },
  { method: 'DELETE', path: '/v1/invitations/{invitation}', isForAdmin: true },
  { method: 'DELETE', path: '/v1/members/{member}', isForAdmin: true },
  { method: 'DELETE', path: '/v1/api-keys/{key}', isForAdmin: true },
];

/** Those of people in a browser, by a cookie or on their way to one, which API keys cannot use. */
export const OPERATIONS_OF_PEOPLE = [
  'GET /v1/account/sign-in-methods',
  'POST /v1/account/invitation',
  'POST /v1/account/accept-invitation',
  'POST /v1/account/sign-in',
  'POST /v1/account/sign-out',
  'GET /v1/account/confirm',
  'POST /v1/account/confirm',
  'GET /v1/account/second-factor',
  'POST /v1/account/second-factor/totp',
  'POST /v1/account/second-factor/totp/confirm',
  'DELETE /v1/account/second-factor/totp',
  'POST /v1/account/second-factor/recovery-codes',
  'POST /v1/account/passkey-sign-in/options',
  'POST /v1/account/passkey-sign-in',
  'GET /v1/account/passkeys',
  'POST /v1/account/passkeys/options',
  'POST /v1/account/passkeys',
  'PATCH /v1/account/passkeys/{id}',
  'DELETE /v1/account/passkeys/{id}',
  'GET /v1/account',
  'PATCH /v1/account',
  'GET /v1/account/sign-ins',
  'DELETE /v1/account/sign-ins/{id}',
  'GET /v1/workspaces',
  'POST /v1/workspaces',
  'DELETE /v1/workspaces/{id}',
];
