import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { TEST_DATABASE_URL } from './cluster.ts';

/** What becomes of the next COMMIT of an agent: it does not reach the database, or its answer does not reach the service. */
let losing: 'COMMIT' | 'answer' | undefined;
let losses = 0;

/** Stands between the service and its database. */
function startProxy(target: URL): Server {
  return createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let hasInserted = false;
    let isCommitting = false;
    const cut = (): void => {
      losses++;
      client.destroy();
      database.destroy();
    };
    client.on('data', (bytes) => {
      // By its values: a prepared statement is sent without its text.
      hasInserted ||= bytes.includes('Lost ');
      if (losing && hasInserted && bytes.includes('COMMIT')) {
        const what = losing;
        losing = undefined;
        if (what === 'COMMIT') return cut();
        isCommitting = true;
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => (isCommitting ? cut() : client.write(bytes)));
    client.on('close', () => database.destroy()).on('error', () => undefined);
    database.on('close', () => client.destroy()).on('error', () => undefined);
  });
}

describe.skipIf(!TEST_DATABASE_URL)('a COMMIT that is lost (TEST_DATABASE_URL)', () => {
  let proxy: Server;
  let test: TestService;
  let live: Client;
  let base: string;
  beforeAll(async () => {
    const url = new URL(TEST_DATABASE_URL ?? '');
    proxy = startProxy(new URL(url)).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    test = await startTestService({ DATABASE_URL: url.href });
    live = test.live;
    base = await defaultKnowledgeBase(live);
  });
  afterAll(async () => {
    await test?.stop();
    proxy?.close();
  });

  it.each([
    ['answer', 'true'],
    ['COMMIT', null],
  ] as const)(
    '(%s) is 503; sent again with its Idempotency-Key, the request makes one thing in all',
    async (what, replayed) => {
      const [key, name] = [randomUUID(), `Lost ${what}`];
      const send = () =>
        live.call('POST', '/v1/agents', { name, knowledge_base_ids: [base] }, { 'idempotency-key': key });
      const before = losses;
      losing = what;
      expectError(await send(), 503);
      expect(losses).toBe(before + 1);
      const again = await send();
      expect(again.status, JSON.stringify(again.body)).toBe(201);
      expect(again.headers.get('idempotency-replayed')).toBe(replayed);
      const agents: { name: string }[] = (await live.get('/v1/agents?limit=100')).body.data;
      expect(agents.filter((agent) => agent.name === name)).toHaveLength(1);
    },
  );
});
