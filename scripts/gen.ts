import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { messageTypes } from '../dashboard/catalogs.ts';
import { type OpenApi, Operations } from '../sdk/generator/operations.ts';
import { pythonApi, pythonResources } from '../sdk/generator/python-resources.ts';
import { typescriptApi, typescriptResources } from '../sdk/generator/typescript-resources.ts';
import { typescriptTypes } from '../sdk/generator/typescript-types.ts';
import { readConfig } from '../server/src/config/config.ts';
import { startService } from '../server/src/main.ts';
import { type Documented, withAccessTable } from './access-table.ts';
import { compileE5Kernel, E5_CONFIG, E5_KERNEL, withKernel } from './gen-e5-kernel.ts';

/** Makes every generated file; with `--check` it only compares, and fails when a committed one is not what would be made. */

async function readDocument(): Promise<Documented & OpenApi> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-gen-'));
  const config = readConfig({ DATA_DIR: folder, PORT: '0', SANDBOX_PORT: '0' });
  const service = await startService({ config, log: pino({ level: 'error' }, process.stderr) });
  try {
    const response = await fetch(`${service.baseUrls.live}/openapi.json`);
    if (!response.ok) throw new Error(`/openapi.json answers ${response.status}; the log above says why.`);
    const document = (await response.json()) as Documented & OpenApi;
    // As on the machine of a reader, not on the ports of this run.
    const servers = [
      { url: 'http://localhost:8080', description: 'Live' },
      { url: 'http://localhost:8081', description: 'Sandbox' },
    ];
    return Object.assign(document, { servers });
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

const document = await readDocument();
const operations = new Operations(document);
const types = await typescriptTypes(document);
const kernel = compileE5Kernel();
if (!kernel)
  console.log(
    `${E5_KERNEL} skipped: clang-16 and lld-16 are not installed (Debian: apt-get install clang-16 lld-16)`,
  );
const generators: Record<string, () => string | Buffer> = {
  'openapi.json': () => `${JSON.stringify(document, null, 2)}\n`,
  'docs/guides/keys.md': () => withAccessTable('docs/guides/keys.md', document),
  'dashboard/src/shared/strings/messages.generated.ts': messageTypes,
  'sdk/typescript/src/schema.generated.ts': () => types,
  'sdk/typescript/src/resources.generated.ts': () => typescriptResources(operations),
  'sdk/typescript/src/api.generated.ts': () => typescriptApi(operations),
  'sdk/python/src/footnote/resources.py': () => pythonResources(operations),
  'sdk/python/src/footnote/_api.py': () => pythonApi(operations),
  ...(kernel && { [E5_KERNEL]: () => kernel, [E5_CONFIG]: () => withKernel(kernel) }),
};

const isCheck = process.argv.includes('--check');
for (const [file, generate] of Object.entries(generators)) {
  const made = Buffer.from(generate());
  if (existsSync(file) && readFileSync(file).equals(made)) continue;
  if (isCheck) {
    console.error(`${file} is not what the code says: run \`npm run gen\` and commit it.`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, made);
    console.log(`${file} written`);
  }
}
