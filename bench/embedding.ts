import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStaticEmbedder, readStaticModel } from '../server/src/models/static/static-embedder.ts';

const ROOT = join(import.meta.dirname, '..');
const CHUNK_WORDS = 120;
const ROUNDS = 5;

/** How fast is the offline embedder on one core? Embeds every chunk of 120 words from the prose of the Markdown files
 *  under node_modules, each once per round, and its first 3 to 12 words as a query.
 *  `cold...` is the first round, which includes compiling; the other figures are the best of five rounds. */
export async function benchEmbedding(): Promise<Record<string, number>> {
  const loadStarted = performance.now();
  const model = await readStaticModel(join(ROOT, 'server/models/static-en-multi-256'));
  const loadMs = performance.now() - loadStarted;
  const embedder = createStaticEmbedder(model);

  const chunks = splitIntoChunks(readProse(join(ROOT, 'node_modules')));
  const queries = chunks.map((chunk, index) => chunk.split(' ', 3 + (index % 10)).join(' '));
  const passages = chunks.map((text) => ({ text, label: '' }));
  const passageMs: number[] = [];
  const queryMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    passageMs.push(await timeMs(() => embedder.embedPassages(passages)));
    queryMs.push(
      await timeMs(async () => {
        for (const query of queries) await embedder.embedQuery(query);
      }),
    );
  }
  const coldSeconds = (passageMs[0] ?? Number.NaN) / 1000;
  return {
    loadMs: Math.round(loadMs),
    chunks: chunks.length,
    chunksPerSecond: Math.round((chunks.length * 1000) / Math.min(...passageMs)),
    coldChunksPerSecond: Math.round(chunks.length / coldSeconds),
    queryMicroseconds: Math.round((Math.min(...queryMs) * 10_000) / queries.length) / 10,
  };
}

/** The words of all paragraphs of prose, each paragraph once: code, tables, links, change logs and translations
 *  would measure something else. */
function readProse(folder: string): string[] {
  const paragraphs = new Set<string>();
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of paths.sort()) {
    if (!path.endsWith('.md') || /(changelog|history|\.[a-z-]{2,5})\.md$/i.test(path)) continue;
    const text = readFileSync(join(folder, path), 'utf8')
      .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
      .replace(/\]\([^)]*\)|<[^>]*>|https?:\S+/g, ' ');
    for (const paragraph of text.split(/\n\s*\n/)) {
      if (/^[A-Z][^|{}=[\]#]{80,}$/.test(paragraph.trim())) paragraphs.add(paragraph.trim());
    }
  }
  return [...paragraphs].join(' ').split(/\s+/);
}

function splitIntoChunks(words: readonly string[]): string[] {
  const count = Math.floor(words.length / CHUNK_WORDS);
  return Array.from({ length: count }, (_, index) =>
    words.slice(index * CHUNK_WORDS, (index + 1) * CHUNK_WORDS).join(' '),
  );
}

async function timeMs(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

if (import.meta.main) console.table(await benchEmbedding());
