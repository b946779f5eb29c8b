import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeZip } from '../helpers/make-zip.ts';
import { blocksOf, documents, type PrintedBlock, readDocument } from '../helpers/printed-blocks.ts';
import { openShell, type Ran, type Shell } from '../helpers/printed-commands.ts';
import { freePort } from '../helpers/server-process.ts';
import { type Client, defaultKnowledgeBase, startTestService } from '../helpers/start-test-service.ts';
import { newDataDir, removeDataDir } from '../helpers/test-storage.ts';

/** What printed commands may need that no test has. */
const NEEDS = ['clone', 'docker', 'folder', 'kubernetes', 'pdf', 'postgresql', 'root', 'tools'];

/** Languages of blocks that are not run: answers, files, and programs with a test of their own (webhook-guide.test.ts). */
const SHOWN = ['json', 'text', 'html', 'ini', 'yaml', 'sql', 'nginx', 'haproxy', 'caddy'];
const HAVE_TESTS: Record<string, string[]> = {
  'docs/guides/webhooks.md': ['js', 'python'],
  // Cut from the READMEs of the SDKs, which the tests of the SDKs run.
  'docs/guides/sdks.md': ['ts', 'python'],
};

const isRun = (path: string, { language, needs }: PrintedBlock): boolean =>
  needs === undefined && ['sh', 'js'].includes(language) && !HAVE_TESTS[path]?.includes(language);

/** A printed text, where … stands for anything. */
const pattern = (printed: string): RegExp => {
  const parts = printed.trim().split(/…/g);
  const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${escaped.map((part) => part.replaceAll(/\s+/g, String.raw`\s+`)).join('.*?')}$`, 's');
};

/** What is printed of an answer must be in it; fields may be left out. */
const containing = (printed: unknown): unknown => {
  if (typeof printed === 'string' && printed.includes('…')) return expect.stringMatching(pattern(printed));
  if (Array.isArray(printed)) return printed.map(containing);
  if (typeof printed !== 'object' || printed === null) return printed;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(printed).map(([name, value]) => [name, containing(value)])),
  );
};

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

function expectPrinted({ language, code }: PrintedBlock, { stdout }: Ran): void {
  if (language === 'json') {
    expect(JSON.parse(lastLine(stdout))).toEqual(containing(JSON.parse(code)));
    return;
  }
  const lines = stdout.split(/\r?\n/);
  for (const printed of code
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')) {
    const at = lines.findIndex((line) => pattern(printed).test(line.trim()));
    expect(at, `"${printed}" in\n${lines.join('\n')}`).toBeGreaterThanOrEqual(0);
    lines.splice(0, at + 1);
  }
}

/** What a reader of a guide has: a source, and an agent that answers from it. */
async function prepare(client: Client): Promise<string[]> {
  const source = await client.addText('Pier', 'The pier is 300 metres long.');
  const base = await defaultKnowledgeBase(client);
  const agent = await client.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] });
  return [source.id, base, agent.body.data.id];
}

async function openGuide(text: string): Promise<Shell> {
  const dataDir = newDataDir();
  onTestFinished(() => removeDataDir(dataDir));
  const { live, sandbox, stop } = await startTestService({ DATA_DIR: dataDir, RATE_LIMITS: 'on' });
  const isStopped = text.includes('**Stop the service.**');
  if (!isStopped) onTestFinished(stop);
  const isSandbox = text.includes('FOOTNOTE_URL=http://127.0.0.1:8081');
  const isNew = text.startsWith('# Footnote\n');
  const ids = isNew ? [] : await prepare(isSandbox ? sandbox : live);
  const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
  const shell = openShell(
    { DATA_DIR: dataDir, PORT: port, SANDBOX_PORT: sandboxPort, LOG_LEVEL: 'error' },
    [live.key, sandbox.key, ...ids],
    [
      ['http://127.0.0.1:8080', live.baseUrl],
      ['http://127.0.0.1:8081', sandbox.baseUrl],
      ['http://127.0.0.1:9080', `http://127.0.0.1:${port}`],
      ['PORT=9080 SANDBOX_PORT=9081 ', ''],
    ],
  );
  onTestFinished(shell.close);
  if (isStopped) {
    await stop();
    cpSync(dataDir, join(shell.folder, 'var/lib/footnote'), { recursive: true });
  }
  const handbook = '# Handbook\n\nLost keys are with the caretaker.\n';
  writeFileSync(join(shell.folder, 'handbook.md'), handbook);
  writeFileSync(join(shell.folder, 'handbook.zip'), makeZip([{ name: 'handbook.md', data: handbook }]));
  return shell;
}

const guides = documents
  .map((path) => ({ path, text: readDocument(path), blocks: blocksOf(readDocument(path)) }))
  .filter(({ path, blocks }) => blocks.some((block) => isRun(path, block)));

describe('every block of a document', () => {
  it.each(documents)(
    'of %s has a language that is run or shown, and a known reason if it is not run',
    (path) => {
      for (const block of blocksOf(readDocument(path))) {
        const where = `${path}:${block.line}`;
        const languages = [...SHOWN, 'sh', 'js', ...(HAVE_TESTS[path] ?? [])];
        expect(languages, where).toContain(block.language);
        if (block.needs !== undefined) expect(NEEDS, where).toContain(block.needs);
      }
    },
  );
});

describe('the commands that a document prints', () => {
  it.each(guides)(
    'work as printed: $path',
    async ({ path, text, blocks }) => {
      const shell = await openGuide(text);
      for (const [index, block] of blocks.entries()) {
        if (!isRun(path, block)) continue;
        const answer = blocks[index + 1]?.isAnswer ? blocks[index + 1] : undefined;
        const isRefused = answer?.code.includes('"error"');
        const ran =
          block.language === 'js' ? await shell.runNode(block.code) : await shell.run(block.code, isRefused);
        expect(ran.exitCode, `${path}:${block.line}\n${ran.stderr}\n${ran.stdout}`).toBe(0);
        if (answer) expectPrinted(answer, ran);
      }
    },
    300_000,
  );
});
