import type { Engine } from '#storage/engine.ts';
import type { ChunkOfSource } from './read-chunks.ts';

/** The most characters of texts that are remembered. */
const MOST_CHARACTERS = 4_000_000;

/** The chunks that an engine has read since the last commit. */
export type RememberedChunks = {
  find(key: string): ChunkOfSource | undefined;
  add(key: string, chunk: ChunkOfSource): void;
};

const remembered = new WeakMap<Engine, { commits: number; chunks: RememberedChunks }>();

/** What is remembered of an engine at this moment; undefined if it cannot tell whether anything was committed. A commit
 *  clears it: a text may have been deleted, and a tag of its source changed. */
export function rememberedChunks(engine: Engine): RememberedChunks | undefined {
  const commits = engine.commitsSeen?.();
  if (commits === undefined) return undefined;
  const known = remembered.get(engine);
  if (known?.commits === commits) return known.chunks;
  // Reads that are under way add to the memory that they found.
  const chunks = emptyMemory();
  remembered.set(engine, { commits, chunks });
  return chunks;
}

function emptyMemory(): RememberedChunks {
  const chunks = new Map<string, ChunkOfSource>();
  let characters = 0;
  return {
    find: (key) => chunks.get(key),
    add: (key, chunk) => {
      if (characters > MOST_CHARACTERS) {
        chunks.clear();
        characters = 0;
      }
      characters += chunk.text.length;
      chunks.set(key, chunk);
    },
  };
}
