import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDashboard } from './build-dashboard.mjs';

/** `npm run build:package [FOLDER]`: writes what npm publishes to build/package, and packs it into build/.
 *
 *  Node strips no types under node_modules, so the package holds JavaScript. Each file becomes one file at the same place, with
 *  spaces instead of types: whatever the program finds beside itself is where it is in a checkout, and stacks name the same
 *  lines. */

/** The plain name `footnote` is taken on the registry. Publishing needs the rights to this scope. */
const NAME = '@footnote-dev/footnote';

/** The client of the API, which the command line is. It is a workspace here, and files of the package there. */
const SDK = { name: '@footnote/sdk', file: 'sdk/typescript/src/index.ts' };

type Manifest = {
  version: string;
  license: string;
  description: string;
  dependencies: Record<string, string>;
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
copyPrograms();
copyData();
writeManifests();
lockDependencies();
const [packed] = JSON.parse(npm('pack', '--json', '--pack-destination', BUILD)) as [
  { filename: string; size: number; unpackedSize: number },
];
console.log(join(BUILD, packed.filename));
console.error(
  `${megabytes(packed.size)} MB packed, ${megabytes(packed.unpackedSize)} MB unpacked, without dependencies.`,
);

function copyPrograms(): void {
  const files = globSync(['server/src/**/*.ts', 'sdk/typescript/src/**/*.ts'], {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/*.d.ts'],
  });
  for (const file of files) {
    const stripped = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'));
    write(scriptName(file), withScriptNames(stripped, file));
  }
}

function scriptName(file: string): string {
  return file.replace(/\.ts$/, '.js');
}

/** Relative names of modules, in imports and in URLs of threads. Names with # are mapped by the package.json of the server. */
function withScriptNames(text: string, file: string): string {
  const sdk = relative(dirname(file), SDK.file);
  return text
    .replaceAll(`'${SDK.name}'`, `'${sdk}'`)
    .replaceAll(/(['"])(\.[\w./-]*\.ts)\1/g, (_, quote: string, name: string) => {
      if (!existsSync(resolve(ROOT, dirname(file), name)))
        throw new Error(`${file} names ${name}, which is no file.`);
      return `${quote}${scriptName(name)}${quote}`;
    });
}

function copyData(): void {
  cpSync(
    join(ROOT, 'server/src/ingestion/parse/pdf/cmaps'),
    join(PACKAGE, 'server/src/ingestion/parse/pdf/cmaps'),
    {
      recursive: true,
    },
  );
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
  const { dependencies: all, peerDependencies, peerDependenciesMeta } = readManifest('server');
  const { [SDK.name]: _, ...dependencies } = all;
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
    files: ['bin', 'server', 'sdk', 'dashboard', 'docs', 'npm-shrinkwrap.json'],
    engines: { node: '>=24.15' },
    publishConfig: { access: 'public' },
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
  });
  // Beside the programs as in a checkout: they read it, and Node maps their imports by it.
  writeJson('server/package.json', {
    name: '@footnote/server',
    version,
    private: true,
    type: 'module',
    imports: { '#*.ts': './src/*.js' },
    peerDependencies,
  });
}

/** Everything that is installed has the version that was tested, also what dependencies bring. */
function lockDependencies(): void {
  const lock = join(PACKAGE, 'package-lock.json');
  cpSync(join(ROOT, 'package-lock.json'), lock);
  npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline');
  npm('shrinkwrap');
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
