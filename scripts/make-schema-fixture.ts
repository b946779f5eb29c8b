import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { freePort } from '../server/tests/helpers/server-process.ts';

/** `node scripts/make-schema-fixture.ts CHECKOUT FOLDER`: has the program of a checkout, which may be an old one, fill an
 *  installation, kills it while it works, and keeps the storage with what a client saw in FOLDER. Run it before a
 *  migration lands, for server/tests/fixtures/schemas: the newest program must go on with what each earlier one wrote.
 *  Of the embedded engine; with DATABASE_URL on that database, which needs `pg_dump`. */
const [checkout = '', folder = ''] = process.argv.slice(2);
if (checkout === '' || folder === '') throw new Error('make-schema-fixture CHECKOUT FOLDER');

const databaseUrl = process.env['DATABASE_URL'];
/** As in the fixture of any version: schemas of this name are made anew. */
const SCHEMA = 'fixture';
const dataDir = mkdtempSync(join(tmpdir(), 'footnote-fixture-'));
const [port, sandboxPort] = [await freePort(), await freePort()];

/** A page that stays the same, so that a crawl and a page have been seen. */
const site = createServer((request, response) => {
  const link = request.url === '/' ? '<a href="/harbour">The harbour</a>' : '<a href="/">Home</a>';
  const about = request.url === '/' ? 'The island' : 'The harbour';
  response.setHeader('content-type', 'text/html');
  response.end(
    `<html><head><title>${about}</title></head><body><main><h1>${about}</h1><p>${about} has a lighthouse of 31 metres, which was built in 1874 of granite. ${link}</p></main></body></html>`,
  );
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const siteHost = `127.0.0.1:${(site.address() as { port: number }).port}`;

if (databaseUrl !== undefined)
  await onDatabase(`DROP SCHEMA IF EXISTS ${SCHEMA}_live, ${SCHEMA}_sandbox CASCADE`);
const server = spawn(process.execPath, [join(resolve(checkout), 'server/src/cli.ts'), 'serve'], {
  cwd: checkout,
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    LOG_LEVEL: 'error',
    // As in tests: what the deep model has read would differ between this moment and the upgrade.
    EMBEDDING_MODEL: 'instant',
    URL_FETCH_ALLOW_HOSTS: siteHost,
    DATABASE_SCHEMA: SCHEMA,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
server.stdout.on('data', (text) => (output += text));
while (!output.includes('svc_test_')) await new Promise((done) => setTimeout(done, 20));
const keyOf = (kind: string): string => new RegExp(`${kind}\\w+`).exec(output)?.[0] ?? '';
const keys = { live: keyOf('svc_live_'), sandbox: keyOf('svc_test_') };

// biome-ignore lint/suspicious/noExplicitAny: answers of any version.
type Data = any;
async function call(method: string, path: string, body?: unknown, environment: keyof typeof keys = 'live') {
  const answer = await fetch(`http://127.0.0.1:${environment === 'live' ? port : sandboxPort}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${keys[environment]}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status >= 400) {
    console.error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    return undefined;
  }
  return text === '' ? undefined : (JSON.parse(text).data as Data);
}
const settled = async (source: Data) => await call('GET', `/knowledge-base/sources/${source.id}?wait=30`);
const addText = async (name: string, content: string, more = {}) =>
  await settled(await call('POST', '/knowledge-base/sources', { type: 'text', name, content, ...more }));

const base = await call('POST', '/knowledge-bases', { name: 'Boats', description: 'All about boats.' });
const { default_knowledge_base_id } = await call('GET', '/workspace');
const opening = await addText(
  'Opening hours',
  'The museum is open from Tuesday to Sunday, 10 am to 6 pm. A ticket costs 12 euros; children under twelve enter free. The museum café closes half an hour earlier.',
  { tags: ['museum', 'prices'] },
);
await addText(
  'Ferry',
  'The ferry to the island leaves at 8:15 in the morning. A bicycle costs 4 euros more. '.repeat(40),
  { knowledge_base_id: base.id },
);
await addText(
  'Ärzte 医院',
  'Die Ärztin hat ihre Praxis am Hafen. 医院在港口旁边。 🌳 Le médecin est au port.',
);
await settled(
  await call('POST', '/knowledge-base/sources', { type: 'url', name: 'Nowhere', url: 'http://127.0.0.1:9/' }),
);
await settled(
  await call('POST', '/knowledge-base/sources', { type: 'url', name: 'Island', url: `http://${siteHost}/` }),
);
const changed = await addText('Lighthouse', 'The lighthouse keeper is called Ida.');
await call('PATCH', `/knowledge-base/sources/${changed.id}`, {
  content: 'The lighthouse keeper is called Edmund. He has kept it since 1999.',
});
await settled(changed);
const crawl = await call('POST', '/knowledge-base/sources/crawl', {
  url: `http://${siteHost}/harbour`,
  max_pages: 2,
});
if (crawl)
  while ((await call('GET', `/knowledge-base/crawls/${crawl.id}`)).status === 'running')
    await new Promise((done) => setTimeout(done, 50));
const agent = await call('POST', '/agents', {
  name: 'Guide',
  knowledge_base_ids: [default_knowledge_base_id, base.id],
  welcome_message: 'Welcome aboard.',
  system_prompt: 'Be brief.',
});
for (const [session, message] of [
  ['session-1', 'What does a ticket cost?'],
  ['session-1', 'And who keeps the lighthouse?'],
  ['session-2', 'When does the ferry leave?'],
])
  await call('POST', `/agents/${agent.id}/chat`, { session_id: session, message });
const path = `/agents/${agent.id}/conversations/session-1/messages`;
const [, reply] = (await call('GET', path)).filter(({ role }: Data) => role === 'agent');
await call(
  'POST',
  `/agents/${agent.id}/conversations/session-1/messages/${reply.id ?? reply.message_id}/feedback`,
  { rating: 'up', comment: 'Right.' },
);
const evaluation = await call('POST', '/evaluations', {
  name: 'Golden',
  questions: [{ query: 'What does a ticket cost?', relevant: [{ source_id: opening.id }] }],
});
if (evaluation)
  while ((await call('GET', `/evaluations/${evaluation.id}`)).status === 'running')
    await new Promise((done) => setTimeout(done, 50));
const gone = await call('POST', '/api-keys', { name: 'Website', scope: 'read_only' });
const revoked = await call('POST', '/api-keys', { name: 'Gone', scope: 'read_write' });
await call('DELETE', `/api-keys/${revoked.id}`);
await call(
  'POST',
  '/knowledge-base/sources',
  { type: 'text', name: 'Trial', content: 'A sandbox is for trying things out.' },
  'sandbox',
);

const queries = [
  'How much is a ticket?',
  'When does the ferry leave?',
  'lighthouse keeper',
  'Praxis am Hafen',
];
const best = [];
for (const query of queries)
  best.push({ query, source_id: (await call('POST', '/query', { query, limit: 1 })).results[0].source_id });
const seen = {
  keys: { ...keys, read_only: gone.key, revoked: revoked.key },
  workspace: await call('GET', '/workspace'),
  knowledge_bases: await call('GET', '/knowledge-bases'),
  sources: await call('GET', '/knowledge-base/sources'),
  agents: await call('GET', '/agents'),
  messages: await call('GET', path),
  crawls: (await call('GET', '/knowledge-base/crawls')) ?? [],
  evaluations: (await call('GET', '/evaluations')) ?? [],
  best,
  /** Acknowledged, and not indexed yet when the process died. */
  left_processing: [] as string[],
};
for (let count = 0; count < 3; count++)
  seen.left_processing.push(
    (
      await call('POST', '/knowledge-base/sources', {
        type: 'text',
        name: `Left ${count}`,
        content: `Nobody has read of the walrus number ${count} yet.`,
      })
    ).id,
  );
server.kill('SIGKILL');
await once(server, 'exit');
site.close();

mkdirSync(folder, { recursive: true });
const files = databaseUrl === undefined ? embeddedFiles() : { 'database.sql': await dump() };
for (const [name, content] of Object.entries(files))
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
writeFileSync(join(folder, 'seen.json'), `${JSON.stringify(seen, null, 1)}\n`);
rmSync(dataDir, { recursive: true });

function embeddedFiles(): Record<string, Uint8Array> {
  return Object.fromEntries(
    ['live.db', 'sandbox.db'].map((name) => {
      const database = new DatabaseSync(join(dataDir, name));
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
      return [name, readFileSync(join(dataDir, name))];
    }),
  );
}

/** Statements that a driver can run, which knows no COPY from what follows. */
async function dump(): Promise<string> {
  const child = spawn(
    'pg_dump',
    ['--inserts', '--no-owner', '--no-privileges', `--schema=${SCHEMA}_*`, databaseUrl ?? ''],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`pg_dump ended with ${code}.`);
  await onDatabase(`DROP SCHEMA ${SCHEMA}_live, ${SCHEMA}_sandbox CASCADE`);
  // Commands of psql, which the dump begins and ends with.
  return text.replaceAll(/^\\.*\n/gm, '');
}

async function onDatabase(sql: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(sql);
  await client.end();
}
