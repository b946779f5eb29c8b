import { globSync, readFileSync } from 'node:fs';
import { chunkDocument } from '../server/src/ingestion/chunking/chunk.ts';
import { parseText } from '../server/src/ingestion/parse/text.ts';
import { analyzePassage } from '../server/src/text/analyze.ts';
import { splitSentences } from '../server/src/text/sentences.ts';

/** MB of Markdown per second that one core reads into chunks, sentences and terms; warm, the best of three. */
export async function benchText(): Promise<Record<string, number>> {
  const files = globSync('node_modules/*/*.md').map((path) => readFileSync(path, 'utf8'));
  const passages = files.flatMap((file) => chunkDocument(parseText(file)).map(({ text }) => text));
  return {
    analyzePassageMbPerS: speedOf(passages, (text) => analyzePassage(text, 'en')),
    splitSentencesMbPerS: speedOf(files, (text) => splitSentences(text)),
    parseAndChunkMbPerS: speedOf(files, (text) => chunkDocument(parseText(text))),
  };
}

function speedOf(texts: readonly string[], work: (text: string) => unknown): number {
  const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
  const seconds = [1, 2, 3].map(() => {
    const startedMs = performance.now();
    for (const text of texts) work(text);
    return (performance.now() - startedMs) / 1_000;
  });
  return Math.round((megabytes / Math.min(...seconds)) * 10) / 10;
}

if (import.meta.main) console.log(await benchText());
