import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What may not be imported, planted beside the real files: [folder, import line, what is forbidden]. A guard can go
 *  blind in silence; this shows that it sees. */
const FORBIDDEN: [folder: string, line: string, what: string][] = [
  ['lib', "import '#errors.ts';", 'the ground does not know the error table'],
  ['lib', "import '#storage/store.ts';", 'the ground does not know storage'],
  ['lib', "import '../errors.ts';", '`../` from the ground'],
  ['isomorphic', "import 'node:crypto';", 'what browsers load too does not need Node'],
  ['isomorphic', "import '#lib/ids.ts';", 'what browsers load too imports nothing'],
  ['lib', "import '#text/terms.ts';", 'the ground does not know text analysis'],
  ['text', "import '#segment/segment.ts';", 'text analysis does not know the index format'],
  ['config', "import '#storage/store.ts';", 'settings do not know storage'],
  ['records', "import '#http/context.ts';", 'records do not know HTTP'],
  ['records', "import '#sources/schema.ts';", 'records do not know rooms'],
  ['jobs', "import '#http/context.ts';", 'the queue does not know HTTP'],
  ['ingestion/workers', "import '#storage/store.ts';", 'threads that read documents do not know storage'],
  ['storage/tables', "import '#storage/open-store.ts';", 'tables do not open a store'],
  ['storage', "import '#http/envelope.ts';", 'storage does not know HTTP'],
  ['storage', "import '#models/model.ts';", 'storage does not know models'],
  ['storage', "import '#storage/sqlite/open-sqlite.ts';", 'nothing but open-store.ts names an engine'],
  ['storage/sqlite', "import '#sources/schema.ts';", 'an engine does not know rooms'],
  ['storage/sqlite', "import '../agents.ts';", '`../` from an engine'],
  ['models', "import '#storage/store.ts';", 'models do not know storage'],
  [
    'models',
    "import type { Store } from '#storage/store.ts';\nexport type Planted = Store;",
    'not even its types',
  ],
  ['http', "import '#sources/routes.ts';", 'HTTP does not know rooms'],
  ['http', "import '#storage/engine.ts';", 'HTTP does not know the engine'],
  ['jobs', "import '#ingestion/ingest-source.ts';", 'the queue does not know its handlers'],
  ['sources', "import '#ingestion/chunking/chunk.ts';", 'rooms do not import each other'],
  ['views', "import '#sources/schema.ts';", 'views do not know the lists that they filter'],
  ['sources', "export const planted = import('#search/search.ts');", 'nor when they are running'],
  ['sources', "import '#jobs/run-jobs.ts';", 'rooms see the doors of the queue alone'],
  ['sources', "import '#storage/tables/sources.ts';", 'rooms see the doors of storage alone'],
  ['sources', "import '#models/static/static-embedder.ts';", 'rooms see the interface of models alone'],
  ['sources', "import '#config/config.ts';\nimport '../config.ts';", '`../` from a room'],
  ['ingestion/parse', "import '#storage/store.ts';", 'a parser does not know storage'],
  ['ingestion/parse', "import '#net/guarded-agent.ts';", 'a parser does not reach the network'],
  ['monitoring', "import '#storage/store.ts';", 'monitoring does not know storage'],
  ['monitoring', "import '#http/context.ts';", 'monitoring does not know HTTP'],
  ['sources', "import '#monitoring/monitor.ts';", 'rooms are watched, and do not watch'],
  ['net', "import '#storage/store.ts';", 'outgoing requests do not know storage'],
  ['net', "import '#errors.ts';", 'outgoing requests do not know the error table'],
  ['agents', "import '#chat/turn/run-turn.ts';", 'chat is no door'],
  ['answers', "import '#chat/pinned/match-answer.ts';", 'pinned answers do not know who says them'],
  ['search', "import '#chat/reply.ts';", 'the side door opens one way'],
  ['chat', "import '#search/routes.ts';", 'chat sees search.ts alone'],
  ['chat', "import '#sources/schema.ts';", 'chat sees no other room'],
  ['evaluation', "import '#search/schema.ts';", 'an evaluation sees search.ts alone'],
  ['evaluation', "import '#ingestion/prepare-source.ts';", 'an evaluation sees no other room'],
  ['search', "import '#evaluation/run-evaluation.ts';", 'evaluation is no door'],
  ['exports', "import '#sources/export-sources.ts';", 'an export is handed its exporters'],
  ['insights', "import '#chat/native/schema.ts';", 'insights see no other room'],
  ['insights', "import '#search/schema.ts';", 'insights see search.ts alone'],
  ['search', "import '#insights/find-gaps.ts';", 'insights are no door'],
  ['mcp', "import '#search/search.ts';", 'mcp calls the API as any client does'],
  ['webhooks', "import '#sources/schema.ts';", 'webhooks see no other room'],
  ['sources', "import '#webhooks/deliver-event.ts';", 'webhooks are no door'],
  ['accounts', "import '#members/new-invitation.ts';", 'a room sees no other room'],
  ['connectors', "import '#sources/upsert-source.ts';", 'connectors are handed what they do to sources'],
  ['sources', "import '#connectors/connector.ts';", 'connectors are no door'],
  ['grants', "import '#keys/create-key.ts';", 'grants are below the rooms that end them'],
  ['chat', "import '#grants/end-grants.ts';", 'chat ends no grants'],
  ['keys', "import '#main.ts';", 'nobody imports the composition root'],
];

/** The same for the dashboard: folders of `dashboard/`. */
const FORBIDDEN_IN_DASHBOARD: typeof FORBIDDEN = [
  ['src/rooms/agents', "import '#rooms/keys/keys-page.tsx';", 'a room imports another room'],
  [
    'src/rooms/agents',
    "import type { Step } from '#rooms/first-run/first-run-state.ts';\nexport type Planted = Step;",
    'a room imports a type of another room',
  ],
  [
    'src/rooms/first-run',
    "export const planted = () => import('#rooms/sources/sources-page.tsx');",
    'a room loads another room later',
  ],
  ['src/rooms/agents', "import '../keys/keys-page.tsx';", 'a room climbs with `../`'],
  ['src/rooms/agents', "import '../../app/router.tsx';", 'a room imports app'],
  ['src/rooms/sources', "import '#rooms/crawls/crawl-page.tsx';", 'a room with folders imports another room'],
  ['src/rooms/sources/detail', "import '../source-row.tsx';", 'a folder of a room climbs with `../`'],
  [
    'src/rooms/agents',
    "import '../../../../server/src/isomorphic/limits.ts';",
    'a room climbs to the server',
  ],
  ['src/shared/components', "import '#rooms/agents/agent-page.tsx';", 'shared imports a room'],
  ['src/shared/components', "import '../../app/shell.tsx';", 'shared imports app'],
  ['src/shared/api', "import '../format.ts';", 'shared climbs with `../`'],
  ['src/app', "import '../shared/format.ts';", 'app climbs with `../`'],
  ['src/app', "import '../../../server/src/isomorphic/limits.ts';", 'app climbs to the server'],
  ['widget', "import '#shared/components/button.tsx';", 'the widget imports a component'],
  ['widget', "import '#rooms/agents/agent-page.tsx';", 'the widget imports a room'],
  ['widget', "import '../src/shared/format.ts';", 'the widget climbs with `../`'],
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const PLANTS = [
  ...FORBIDDEN.map(([folder, ...rest]) => [join('server/src', folder), ...rest] as const),
  ...FORBIDDEN_IN_DASHBOARD.map(([folder, ...rest]) => [join('dashboard', folder), ...rest] as const),
];
const plantOf = (folder: string, index: number): string =>
  join(root, folder, `planted-violation-${index}.ts`);

/** What Biome finds in planted files. It exits with 1 because it finds something. */
async function lint(plants: readonly string[]): Promise<Diagnostic[]> {
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', ...plants];
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/biome'), args, {
    cwd: root,
    maxBuffer: 16_000_000,
  }).catch((error) => error);
  return JSON.parse(stdout).diagnostics;
}

type Diagnostic = { category: string; location: { path: string | { file: string } } };

describe('the import floors', () => {
  let report: Diagnostic[] = [];

  beforeAll(async () => {
    for (const [index, [folder, line]] of PLANTS.entries())
      writeFileSync(plantOf(folder, index), `${line}\n`);
    report = await lint(PLANTS.map(([folder], index) => plantOf(folder, index)));
  });
  afterAll(() => {
    for (const [index, [folder]] of PLANTS.entries()) rmSync(plantOf(folder, index), { force: true });
  });

  it.each(PLANTS.map(([folder, line, what], index) => ({ folder, line, what, index })))(
    'turn red: $what ($folder)',
    ({ index }) => {
      const found = report.filter(({ location }) =>
        JSON.stringify(location).includes(`planted-violation-${index}.ts`),
      );
      expect(found.map(({ category }) => category)).toContain('lint/style/noRestrictedImports');
    },
  );
});

describe('an import cycle in the dashboard', () => {
  const one = join(root, 'dashboard/src/shared/planted-one.ts');
  const two = join(root, 'dashboard/src/shared/api/planted-two.ts');
  afterAll(() => {
    for (const plant of [one, two]) rmSync(plant, { force: true });
  });

  it('turns red, even if only types are imported', async () => {
    writeFileSync(one, "import type { Two } from './api/planted-two.ts';\nexport type One = Two[];\n");
    writeFileSync(
      two,
      "import type { One } from '#shared/planted-one.ts';\nexport type Two = { ones: One };\n",
    );
    const categories = (await lint([one, two])).map(({ category }) => category);
    expect(categories.filter((category) => category === 'lint/suspicious/noImportCycles')).toHaveLength(2);
  });
});

describe('a promise that nobody waits for', () => {
  const plant = plantOf('server/src/lib', PLANTS.length);
  afterAll(() => rmSync(plant, { force: true }));

  it('turns red', async () => {
    writeFileSync(plant, 'export function planted(): void {\n  Promise.resolve(1);\n}\n');
    const args = ['--type-aware', '--quiet', '-D', 'typescript/no-floating-promises', plant];
    const { code, stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/oxlint'), args, {
      cwd: root,
    }).catch((error) => error);
    expect(stdout).toContain('no-floating-promises');
    expect(code).toBe(1);
  });
});
