import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
});
afterAll(() => test.stop());

it('a hit, a source of a reply and a citation say where the document comes from, and link to the place', async () => {
  const form = new FormData();
  const fields = { type: 'document', name: 'Pier', external_id: 'docs/pier.md' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob(['# The pier\n\nThe pier of the harbour is 300 metres long.']), 'pier.md');
  const { id } = (await live.post(SOURCES, form)).body.data;
  await live.get(`${SOURCES}/${id}?wait=30`);

  const origin = { file_name: 'pier.md', external_id: 'docs/pier.md' };
  const [hit] = (await live.post('/v1/query', { query: 'How long is the pier?' })).body.data.results;
  expect(hit).toMatchObject({ ...origin, link: `/sources/${id}?start=${hit.start}&end=${hit.end}` });

  const base = await defaultKnowledgeBase(live);
  const agent = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] })).body.data.id;
  const message = 'How long is the pier?';
  const chat = (await live.post(`/v1/agents/${agent}/chat`, { message })).body.data;
  const [citation] = chat.citations;
  const link = `/sources/${id}?start=${citation.start}&end=${citation.end}`;
  expect(citation).toMatchObject({ ...origin, link });
  expect(chat.sources).toMatchObject([{ id, ...origin, link }]);

  const messages = [{ role: 'user', content: message }];
  const completion = (await live.post('/v1/chat/completions', { model: agent, messages })).body;
  expect(completion).toMatchObject({ sources: [{ id, ...origin, link }], citations: [{ ...origin, link }] });
});

it('a pinned answer names where its sources come from', async () => {
  const { id } = await live.addText('Owner', 'The harbour belongs to the town.', { external_id: 'owner' });
  const pinned = { question: 'Who owns the harbour?', answer: 'The town does.', source_ids: [id] };
  expect((await live.post('/v1/answers', pinned)).status).toBe(201);
  const base = await defaultKnowledgeBase(live);
  const agent = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] })).body.data.id;
  const chat = await live.post(`/v1/agents/${agent}/chat`, { message: pinned.question });
  expect(chat.body.data).toMatchObject({
    kind: 'pinned',
    sources: [{ id, external_id: 'owner', link: expect.stringContaining(`/sources/${id}?`) }],
  });
});
