import { describe, expect, it, onTestFinished } from 'vitest';
import { openEngine } from '#storage/open-store.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { storageBeside } from '../helpers/test-storage.ts';

const DAY = 86_400_000;
const PIER = 'How long is the pier?';

/** A service that looks for idle sessions every second, and its clock. */
async function start(
  settings: Record<string, string>,
): Promise<{ test: TestService; pass(days: number): void }> {
  let ahead = 0;
  const test = await startTestService({ WATCH_SECONDS: '1', ...settings }, { now: () => Date.now() + ahead });
  onTestFinished(() => test.stop());
  return {
    test,
    pass: (days) => {
      ahead += days * DAY;
    },
  };
}

async function addAgent(client: Client): Promise<string> {
  await client.addText('Pier', 'The pier is 300 metres long.');
  const knowledge_base_ids = [await defaultKnowledgeBase(client)];
  return (await client.post('/v1/agents', { name: 'A', knowledge_base_ids })).body.data.id;
}
const say = (client: Client, agent: string, session_id: string) =>
  client.post(`/v1/agents/${agent}/chat`, { message: PIER, session_id });
/** How many rows tables of the live environment have. */
async function rowsOf(
  { dataDir }: TestService,
  tables: ('messages' | 'message_sources')[],
): Promise<number[]> {
  const engine = await openEngine({
    ...storageBeside(dataDir),
    environment: 'live',
    indexMemoryBytes: 0,
    isOnlyServer: false,
  });
  const counts = tables.map(
    async (table) => (await engine.reads.selectFrom(table).selectAll().execute()).length,
  );
  return await Promise.all(counts).finally(() => engine.close());
}
const sessionsOf = async (client: Client, agent: string): Promise<string[]> =>
  (await client.get(`/v1/agents/${agent}/conversations?limit=100`)).body.data.map(
    ({ session_id }: { session_id: string }) => session_id,
  );

describe('with CONVERSATION_RETENTION_DAYS=30', () => {
  it('an inactive session is deleted with its messages, and its id starts a new one', async () => {
    const { test, pass } = await start({ CONVERSATION_RETENTION_DAYS: '30' });
    const { live, sandbox } = test;
    const [agent, inSandbox] = [await addAgent(live), await addAgent(sandbox)];
    for (const session of ['idle', 'busy']) await say(live, agent, session);
    await say(sandbox, inSandbox, 'idle');
    pass(29);
    await say(live, agent, 'busy');
    expect((await sessionsOf(live, agent)).toSorted()).toEqual(['busy', 'idle']);
    pass(2);
    await expect.poll(() => sessionsOf(live, agent)).toEqual(['busy']);
    await expect.poll(() => sessionsOf(sandbox, inSandbox)).toEqual([]);

    expect((await live.get(`/v1/agents/${agent}/conversations/idle/messages`)).status).toBe(404);
    expect((await live.get(`/v1/agents/${agent}/conversations/busy/messages`)).body.data.length).toBe(4);
    expect(await rowsOf(test, ['messages', 'message_sources'])).toEqual([4, 2]);
    await say(live, agent, 'idle');
    expect((await live.get(`/v1/agents/${agent}/conversations/idle/messages`)).body.data.length).toBe(2);
  });

  it('more sessions than one batch are deleted', async () => {
    const { test, pass } = await start({ CONVERSATION_RETENTION_DAYS: '30' });
    const agent = await addAgent(test.live);
    await Promise.all(Array.from({ length: 250 }, (_, index) => say(test.live, agent, `s${index}`)));
    expect((await sessionsOf(test.live, agent)).length).toBe(100);
    pass(31);
    await expect.poll(() => sessionsOf(test.live, agent)).toEqual([]);
  });
});

describe('without CONVERSATION_RETENTION_DAYS', () => {
  it('sessions are kept without CONVERSATION_RETENTION_DAYS', async () => {
    const { test, pass } = await start({});
    const agent = await addAgent(test.live);
    await say(test.live, agent, 'old');
    pass(10_000);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await sessionsOf(test.live, agent)).toEqual(['old']);
  });
});
