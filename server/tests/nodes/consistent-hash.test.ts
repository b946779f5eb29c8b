import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorkspaces } from '../helpers/make-workspaces.ts';
import { type Client, createClient } from '../helpers/start-test-service.ts';
import { BALANCERS, type Balancer } from './balancers.ts';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';

const SOURCES = '/v1/knowledge-base/sources';
/** So many that one node hardly gets all of them: with three nodes once in 180,000 runs. */
const WORKSPACES = 12;

type Workspace = { client: Client; text: string };

/** For a connection that was closed without an answer. */
const CLOSED = { status: 0, texts: undefined };

const how = (isThere: boolean): string => {
  if (!TEST_DATABASE_URL) return ' (TEST_DATABASE_URL)';
  return isThere ? '' : ' (skipped: install it, on Debian by scripts/servers-for-tests.sh)';
};

describe.each(BALANCERS)('three nodes behind $name, as docs/deploy.md has it', ({ name, isThere, start }) => {
  const skipped = how(isThere);
  describe.skipIf(skipped !== '')(`with PostgreSQL${skipped}`, () => {
    let cluster: Cluster;
    let balancer: Balancer;
    let workspaces: Workspace[];

    beforeAll(async () => {
      cluster = await startCluster({ apis: 3, workers: 1 });
      balancer = await start(cluster.apis);
      const address = {
        databaseUrl: cluster.databaseUrl,
        databaseSchema: cluster.schema.replace(/_live$/, ''),
        connections: 2,
      };
      workspaces = (await makeWorkspaces(address, WORKSPACES)).map((key, i) => ({
        client: createClient(balancer.baseUrl, key),
        text: `The lamp of lighthouse ${i} is lit.`,
      }));
      for (const { client, text } of workspaces)
        expect(await client.addText('Lamp', text)).toMatchObject({ status: 'indexed' });
    }, 180_000);
    afterAll(async () => {
      await balancer?.stop();
      await cluster?.stop();
    });

    const ask = async (client: Client) => {
      const { status, body, headers } = await client.post('/v1/query', { query: 'lamp', limit: 1 });
      const texts = body?.data?.results.map((result: { text: string }) => result.text);
      // Those before the last one did not answer.
      return { status, texts, node: headers.get('x-node')?.split(', ').at(-1) };
    };

    /** Asks each workspace twice, and returns the address of the node that answered: the same one both times. */
    const nodeOfEach = async (): Promise<string[]> => {
      const nodes: string[] = [];
      for (const { client, text } of workspaces) {
        const answers = [await ask(client), await ask(client)];
        expect(answers.map(({ status, texts }) => ({ status, texts }))).toEqual(
          Array(2).fill({ status: 200, texts: [text] }),
        );
        const [node = '', ...others] = new Set(answers.map((answer) => answer.node));
        expect(others).toEqual([]);
        nodes.push(node);
      }
      return nodes;
    };

    it('search each workspace on one of them, and share the workspaces', async () => {
      const nodes = await nodeOfEach();
      expect(new Set(nodes).size).toBeGreaterThan(1);
      expect(await nodeOfEach()).toEqual(nodes);
    });

    it('answer without a key', async () => {
      expect((await createClient(balancer.baseUrl, '').get('/healthz')).status).toBe(200);
    });

    it('take files of several megabytes', async () => {
      const [first] = workspaces;
      const form = new FormData();
      for (const [field, value] of Object.entries({ type: 'document', name: 'Log' }))
        form.append(field, value);
      form.append('file', new Blob(['The bell is rung at noon.\n'.repeat(120_000)]), 'log.txt');
      const added = await first?.client.post(SOURCES, form);
      expect([added?.status, added?.body?.error]).toEqual([201, undefined]);
      expect((await first?.client.delete(`${SOURCES}/${added?.body.data.id}`))?.status).toBe(204);
    });

    it('stream each event when it happens', async () => {
      // The stream of changes never ends: a balancer that kept it back would keep all of it.
      const stream = await workspaces[0]?.client.get('/v1/knowledge-base/changes');
      expect([stream?.status, stream?.body]).toEqual([200, expect.stringContaining('event: ready')]);
    });

    it('answer every question while one of them is killed, do nothing twice, and keep the other workspaces in place', async () => {
      const before = await nodeOfEach();
      const dead = cluster.apis.find(({ baseUrl }) => new URL(baseUrl).host === before[0]);
      if (!dead) throw new Error('No node has the first workspace.');
      const statuses: number[] = [];
      const added: string[][] = workspaces.map(() => []);
      let isOver = false;
      const asking = workspaces.map(async ({ client, text }) => {
        while (!isOver) {
          const { status, texts } = await ask(client).catch(() => CLOSED);
          statuses.push(status);
          if (status === 200) expect(texts).toEqual([text]);
        }
      });
      const adding = workspaces.map(async ({ client }, i) => {
        for (let turn = 0; !isOver; turn++)
          added[i]?.push(await addSurely(client, `Rope ${i} is coil ${turn}.`));
      });
      const running = Promise.all([...asking, ...adding]);
      running.catch(() => undefined);
      await expect.poll(() => statuses.length).toBeGreaterThan(50);
      await cluster.stopNode(dead, 'SIGKILL');
      const atKill = statuses.length;
      await expect.poll(() => statuses.length).toBeGreaterThan(atKill + 300);
      isOver = true;
      await running;
      expect(statuses.filter((status) => status !== 200)).toEqual([]);

      for (const [i, { client }] of workspaces.entries()) {
        const { body } = await client.get(`${SOURCES}/counts`);
        // The one that it had before.
        expect(body.data.total).toBe(1 + (added[i]?.length ?? 0));
        expect(new Set(added[i]).size).toBe(added[i]?.length);
      }
      const after = await nodeOfEach();
      expect(after).not.toContain(before[0]);
      for (const [i, node] of before.entries()) if (node !== before[0]) expect(after[i]).toBe(node);
    });

    if (name === 'nginx')
      it('leave no key in its logs', () => {
        const logs = balancer.logs();
        expect(logs).toContain('POST /v1/query');
        expect(logs).not.toContain('svc_live_');
      });
  });
});

/** Adds a text as the SDKs do: sends it again with the same `Idempotency-Key` until it is done. Returns the id. */
async function addSurely(client: Client, content: string): Promise<string> {
  const body = { type: 'text', name: 'Rope', content };
  for (;;) {
    const headers = { 'idempotency-key': content };
    const answer = await client.call('POST', SOURCES, body, headers).catch(() => CLOSED);
    if (answer.status === 201 && 'body' in answer) return answer.body.data.id;
    // 409: the node died while it was at it, and its lease has not run out.
    expect([CLOSED.status, 409, 502, 503]).toContain(answer.status);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
