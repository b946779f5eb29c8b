import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDashboard } from './build-dashboard.mjs';
import { bundleServer } from './bundle-server.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

/** `npm run build:package [FOLDER]`: writes what npm publishes to build/package, and packs it into build/.
 *
 *  Node strips no types under node_modules, so the package holds JavaScript: the program with the npm packages that it uses. An
 *  install brings nothing else. */

/** The plain name `footnote` is taken on the registry. Publishing needs the rights to this scope. */
const NAME = '@footnote-dev/footnote';

type Manifest = {
  version: string;
  license: string;
  description: string;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, unknown>;
};

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILD = resolve(process.argv[2] ?? join(ROOT, 'build'));
const PACKAGE = join(BUILD, 'package');
const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(PACKAGE, file)), { recursive: true });
  writeFileSync(join(PACKAGE, file), text);
};
const writeJson = (file: string, value: unknown): void => write(file, `${JSON.stringify(value, null, 2)}\n`);

buildDashboard(ROOT, process.execPath);
rmSync(BUILD, { recursive: true, force: true });
copyData();
writeManifests();
const packages = await bundleServer(ROOT, PACKAGE);
write(
  'THIRD-PARTY-NOTICES.md',
  thirdPartyNotices(packages, readFileSync(join(ROOT, 'dashboard/dist/.vite/license.md'), 'utf8')),
);
const [packed] = JSON.parse(npm('pack', '--json', '--pack-destination', BUILD)) as [
  { filename: string; size: number; unpackedSize: number },
];
console.log(join(BUILD, packed.filename));
console.error(`${megabytes(packed.size)} MB packed, ${megabytes(packed.unpackedSize)} MB unpacked.`);

function copyData(): void {
  for (const folder of [
    'server/src/ingestion/parse/pdf/cmaps',
    'server/src/ingestion/parse/pdf/decoders',
    'server/src/ingestion/parse/image/decoders',
    'server/src/http/service-routes/reference',
  ])
    cpSync(join(ROOT, folder), join(PACKAGE, folder), { recursive: true });
  cpSync(join(ROOT, 'server/models'), join(PACKAGE, 'server/models'), {
    recursive: true,
    filter: (path) => !/[/\\](train|reference-vectors\.json)$/.test(path),
  });
  cpSync(join(ROOT, 'dashboard/dist'), join(PACKAGE, 'dashboard/dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.built-from'),
  });
  for (const page of globSync(['docs/*.md', 'docs/guides/*.md'], { cwd: ROOT }))
    cpSync(join(ROOT, page), join(PACKAGE, page));
  cpSync(join(ROOT, 'deploy/npm/footnote.mjs'), join(PACKAGE, 'bin/footnote.mjs'));
  chmodSync(join(PACKAGE, 'bin/footnote.mjs'), 0o755);
  cpSync(join(ROOT, 'deploy/npm/README.md'), join(PACKAGE, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(PACKAGE, 'LICENSE'));
}

function writeManifests(): void {
  const { version, license, description } = readManifest('.');
  const { peerDependencies, peerDependenciesMeta } = readManifest('server');
  // The registry holds the address against the workflow that signs the package.
  const repository = process.env['GITHUB_REPOSITORY'];
  writeJson('package.json', {
    name: NAME,
    version,
    description,
    license,
    type: 'module',
    ...(repository ? { repository: { type: 'git', url: `git+https://github.com/${repository}.git` } } : {}),
    bin: { footnote: 'bin/footnote.mjs' },
    files: ['bin', 'server', 'dashboard', 'docs', 'THIRD-PARTY-NOTICES.md'],
    engines: { node: '>=24.15' },
    publishConfig: { access: 'public' },
    peerDependencies,
    peerDependenciesMeta,
  });
  // The program reads it where it is in a checkout.
  writeJson('server/package.json', { name: NAME, version, private: true, type: 'module', peerDependencies });
}

function npm(...args: string[]): string {
  return execFileSync('npm', args, {
    cwd: PACKAGE,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
    shell: process.platform === 'win32',
  });
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
