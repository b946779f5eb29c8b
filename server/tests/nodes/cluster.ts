import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openStoreBesideServer } from '#storage/open-store.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

/** The native server that these tests need; they are skipped without it. */
export const { TEST_DATABASE_URL } = process.env;

/** Several processes of the service on one database. */
export type Cluster = {
  databaseUrl: string;
  /** Of the live environment. */
  schema: string;
  apis: ServerProcess[];
  workers: ServerProcess[];
  /** Starts a process like the others, and adds it to them. */
  startNode(role: 'api' | 'worker', env?: Record<string, string>): Promise<ServerProcess>;
  /** Kills a process, or stops it in order. */
  stopNode(node: ServerProcess, signal: NodeJS.Signals): Promise<void>;
  /** A request to one of the apis, each in turn. */
  call: ServerProcess['call'];
  /** A statement on the tables of the live environment, on a connection of its own. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** An agent that answers from the default knowledge base; its id. */
  addAgent(): Promise<string>;
  stop(): Promise<void>;
};

type Options = { apis?: number; workers?: number; databaseUrl?: string; env?: Record<string, string> };

/** Starts processes on schemas of their own, which go when they stop. Leases are short, so that what a dead process held is
 *  taken over soon. */
export async function startCluster({
  apis: apiCount = 3,
  workers: workerCount = 2,
  databaseUrl = TEST_DATABASE_URL ?? '',
  env = {},
}: Options = {}): Promise<Cluster> {
  const databaseSchema = `nodes_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const schema = `${databaseSchema}_live`;
  const apis: ServerProcess[] = [];
  const workers: ServerProcess[] = [];
  let known: { key?: string; knowledgeBaseId?: string } = {};
  const startNode: Cluster['startNode'] = async (role, more = {}) => {
    const node = await startServerProcess({
      ...known,
      env: {
        DATABASE_URL: databaseUrl,
        DATABASE_SCHEMA: databaseSchema,
        DATABASE_CONNECTIONS: '5',
        JOB_LEASE_SECONDS: '3',
        WATCH_SECONDS: '2',
        LOG_LEVEL: 'fatal',
        ...env,
        ...more,
        ROLE: role,
      },
    });
    (role === 'api' ? apis : workers).push(node);
    return node;
  };
  const sql: Cluster['sql'] = async (statement, values = []) => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      options: `-c search_path=${schema},public`,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(statement, values)).rows;
    } finally {
      await client.end();
    }
  };
  // The first makes the tables and shows the key.
  const { key, knowledgeBaseId } = await startNode('api');
  known = { key, knowledgeBaseId };
  const others = Array.from({ length: apiCount - 1 }, () => startNode('api'));
  await Promise.all([...others, ...Array.from({ length: workerCount }, () => startNode('worker'))]);

  let turn = 0;
  const call: Cluster['call'] = async (...request) => {
    const api = apis[turn++ % apis.length];
    if (!api) throw new Error('No api runs.');
    return await api.call(...request);
  };
  return {
    databaseUrl,
    schema,
    apis,
    workers,
    startNode,
    stopNode: async (node, signal) => {
      for (const nodes of [apis, workers]) if (nodes.includes(node)) nodes.splice(nodes.indexOf(node), 1);
      await node.stop(signal);
    },
    call,
    sql,
    addAgent: async () => {
      const fields = { name: 'Guide', knowledge_base_ids: [knowledgeBaseId] };
      const { status, data } = await call('POST', '/v1/agents', fields);
      if (status !== 201) throw new Error(`Adding an agent answered ${status}.`);
      return (data as { id: string }).id;
    },
    stop: async () => {
      await Promise.all([...apis, ...workers].map((node) => node.stop('SIGKILL')));
      await sql(`DROP SCHEMA ${schema} CASCADE`);
      await sql(`DROP SCHEMA ${databaseSchema}_sandbox CASCADE`);
    },
  };
}

/** What is broken in the tables of the live environment, a sentence each. */
export async function integrityFaults({ databaseUrl, schema }: Cluster): Promise<string[]> {
  const store = await openStoreBesideServer({
    databaseUrl,
    databaseSchema: schema.replace(/_live$/, ''),
    connections: 2,
    environment: 'live',
  });
  try {
    return await store.checkIntegrity();
  } finally {
    await store.close();
  }
}
