import { pathToFileURL } from 'node:url';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../helpers/printed-blocks.ts';
import { defaultKnowledgeBase, startTestService, type TestService } from '../helpers/start-test-service.ts';
import { startTestSite, type TestSite } from '../helpers/test-site.ts';

let test: TestService;
let site: TestSite;
let agent: string;
let pageUrl: string;

/** An example is plain JavaScript without types: what it exports is known here. */
const load = async (path: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(`${ROOT}/examples/${path}`).href)) as Record<string, unknown>;

beforeAll(async () => {
  site = await startTestSite();
  site.set('/pier', '<title>Pier</title><main><h1>Pier</h1><p>The pier is 300 metres long.</p></main>');
  pageUrl = site.url('/pier');
  test = await startTestService({ URL_FETCH_ALLOW_HOSTS: site.host });
  const { live } = test;
  const added = await live.post('/v1/knowledge-base/sources', { type: 'url', name: 'Pier', url: pageUrl });
  await live.get(`/v1/knowledge-base/sources/${added.body.data.id}?wait=30`);
  const created = await live.post('/v1/agents', {
    name: 'Guide',
    knowledge_base_ids: [await defaultKnowledgeBase(live)],
  });
  agent = created.body.data.id;
});
afterAll(async () => {
  await test.stop();
  await site.close();
});

describe('examples/slack-bot', () => {
  type Mention = {
    event: { text: string; channel: string; ts: string; thread_ts?: string };
    say: (message: unknown) => Promise<void>;
  };

  it('answers a mention in its thread, with a link to the page, and keeps the thread as one conversation', async () => {
    const { answerMentions } = (await load('slack-bot/answer-mentions.js')) as {
      answerMentions: (app: unknown, footnote: Footnote, agent: string) => void;
    };
    const handlers: Record<string, (mention: Mention) => Promise<void>> = {};
    const app = {
      event: (name: string, handler: (mention: Mention) => Promise<void>) => {
        handlers[name] = handler;
      },
    };
    const { baseUrl, key } = test.live;
    answerMentions(app, new Footnote({ baseUrl, apiKey: key }), agent);

    const say = vi.fn(async () => undefined);
    const event = { text: '<@U1> How long is the pier?', channel: 'C1', ts: '17.5' };
    await handlers['app_mention']?.({ event, say });
    expect(say).toHaveBeenCalledWith({
      thread_ts: '17.5',
      text: expect.stringMatching(/^The pier is 300 metres long\.\n\[1\] <http[^|>]*\/pier[^|>]*\|Pier>$/),
    });

    await handlers['app_mention']?.({ event: { ...event, ts: '18.0', thread_ts: '17.5' }, say });
    const { body } = await test.live.get(`/v1/agents/${agent}/conversations?session_id=slack-C1-17.5`);
    expect(body.data).toMatchObject([{ session_id: 'slack-C1-17.5', message_count: 4 }]);
  });
});

describe('examples/nextjs-chat', () => {
  it('streams the reply and its sources to the page, as one conversation per chat', async () => {
    const { POST } = (await load('nextjs-chat/app/api/chat/route.js')) as {
      POST: (request: Request) => Promise<Response>;
    };
    vi.stubEnv('FOOTNOTE_URL', test.live.baseUrl);
    vi.stubEnv('FOOTNOTE_API_KEY', test.live.key);
    vi.stubEnv('FOOTNOTE_AGENT', agent);
    const messages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'How long is the pier?' }] }];
    const request = new Request('http://localhost:3000/api/chat', {
      method: 'POST',
      body: JSON.stringify({ id: 'chat-1', messages }),
    });

    const parts = (await (await POST(request)).text())
      .split('\n\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, string>);
    expect(parts.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join('')).toContain(
      'The pier is 300 metres long.',
    );
    expect(parts).toContainEqual(
      expect.objectContaining({ type: 'source-url', title: 'Pier', url: expect.stringContaining(pageUrl) }),
    );
    const { body } = await test.live.get(`/v1/agents/${agent}/conversations?session_id=chat-1`);
    expect(body.data).toHaveLength(1);
  });
});
