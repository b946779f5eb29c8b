import { LRUCache } from 'lru-cache';
import type { ApiKeyId, KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import type { ChunkAddress, Engine } from './engine.ts';
import type { ReadScope } from './scope.ts';
import { OutdatedSearchError, type SearchSession } from './search-session.ts';
import { contentReads } from './tables/contents.ts';
import { knowledgeBaseReads } from './tables/knowledge-bases.ts';
import { type ChunkOfSource, type RememberedBases, readBases, readChunksIf } from './tables/read-chunks.ts';
import { visibility } from './tables/visibility.ts';

/** A key that is valid as far as this node remembers. */
export type UnprovenKey = {
  keyId: ApiKeyId;
  now(): number;
  /** Throws the reason if the key is not valid. */
  assertValid(): Promise<void>;
};

/** How many workspaces are remembered. */
const REMEMBERED = 10_000;

/** Remembers what searches need to know of knowledge bases, until something is heard of a change. */
export function rememberBases(engine: Engine) {
  const known = new LRUCache<WorkspaceId, Map<string, RememberedBases>>({ max: REMEMBERED });
  const keyOf = (ids: readonly KnowledgeBaseId[] | null): string => ids?.join(' ') ?? '*';
  return {
    find: (workspaceId: WorkspaceId, ids: readonly KnowledgeBaseId[] | null): RememberedBases | undefined =>
      known.get(workspaceId)?.get(keyOf(ids)),
    set: (workspaceId: WorkspaceId, ids: readonly KnowledgeBaseId[] | null, bases: RememberedBases): void => {
      const ofWorkspace = known.get(workspaceId) ?? new Map<string, RememberedBases>();
      // Keys and requests that name other knowledge bases each time must not fill the memory.
      if (ofWorkspace.size >= MOST_SETS) ofWorkspace.clear();
      known.set(workspaceId, ofWorkspace.set(keyOf(ids), bases));
    },
    stop: engine.listen((notice) => {
      if (notice.topic === 'source-changed') known.delete(notice.workspaceId);
    }),
  };
}

const MOST_SETS = 100;

export type BaseMemory = ReturnType<typeof rememberBases>;

/** Begins a search in these knowledge bases, or in all that the scope sees. */
export async function beginSearch(
  scope: ReadScope,
  memory: BaseMemory | undefined,
  wanted: readonly KnowledgeBaseId[] | undefined,
  key: UnprovenKey | undefined,
): Promise<SearchSession> {
  if (!memory) {
    const { chunks } = contentReads(scope);
    const bases = await knowledgeBaseReads(scope).indexVersions(wanted);
    return {
      bases,
      chunks,
      prove: async () => {},
      again: () => beginSearch(scope, memory, wanted, key),
    };
  }
  return await beginShared(scope, memory, { wanted, key });
}

async function beginShared(
  scope: ReadScope,
  memory: BaseMemory,
  {
    wanted,
    key,
    mayRemember = true,
  }: {
    wanted: readonly KnowledgeBaseId[] | undefined;
    key: UnprovenKey | undefined;
    mayRemember?: boolean;
  },
): Promise<SearchSession> {
  const { workspaceId, knowledgeBaseIds } = scope;
  const sees = visibility(scope);
  const ids = wanted?.filter(sees.base) ?? knowledgeBaseIds;
  const remembered = mayRemember ? memory.find(workspaceId, ids) : undefined;
  const known = remembered ?? (await readBases(scope, ids));
  if (!remembered) memory.set(workspaceId, ids, known);
  // What was read for this search is a state after its beginning, which is all that a search promises.
  let isProven = remembered === undefined && key === undefined;
  const { chunks: plain } = contentReads(scope);
  const again = () => beginShared(scope, memory, { wanted, key, mayRemember: false });

  const chunks = async (addresses: readonly ChunkAddress[]): Promise<(ChunkOfSource | undefined)[]> => {
    if (isProven) return await plain(addresses);
    const read = await readChunksIf(scope, addresses, {
      ids,
      bases: known,
      key: key && { keyId: key.keyId, now: key.now() },
    });
    if (!('rows' in read)) {
      memory.set(workspaceId, ids, read.bases);
      if (!read.isKeyValid) await key?.assertValid();
      throw new OutdatedSearchError({
        bases: read.bases.bases,
        chunks: plain,
        prove: async () => {},
        again,
      });
    }
    isProven = true;
    return inOrder(read.rows.filter(sees.row), addresses);
  };
  return {
    bases: known.bases,
    chunks,
    prove: async () => {
      if (!isProven) await chunks([]);
    },
    again,
  };
}

/** Rows in the order of their addresses. */
function inOrder(
  rows: readonly ChunkOfSource[],
  addresses: readonly ChunkAddress[],
): (ChunkOfSource | undefined)[] {
  const byKey = new Map(rows.map((row) => [`${row.source_id} ${row.revision} ${row.position}`, row]));
  return addresses.map(({ sourceId, revision, position }) =>
    byKey.get(`${sourceId} ${revision} ${position}`),
  );
}
