import { LIMITS } from '#isomorphic/limits.ts';
import { chunkId, type SourceId } from '#lib/ids.ts';
import type { MetadataFilter } from '#lib/metadata.ts';
import type { Outline } from '#records/outline.ts';
import { closenessOfBlocks } from '#search/closeness-of-blocks.ts';
import { type Hit, search } from '#search/search.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, ChunkOfSource, WorkspaceStore } from '#storage/store.ts';
import type { Passage } from './passage.ts';

/** The most chunks that an answer may rest on. */
const PASSAGES = 8;
/** The best ones, whose neighbours are also shown to a model. */
const WITH_NEIGHBOURS = 3;

export type FoundPassages = {
  /** Best first. */
  passages: Passage[];
  /** Chunks next to the best ones that were not found themselves. */
  neighbours: Passage[];
  /** Revisions of their sources, by id. */
  revisions: ReadonlyMap<string, number>;
};

/** Where an agent looks. filter: only in sources whose metadata passes it. */
export type SearchedBy = {
  agent: Pick<AgentWithBases, 'knowledge_base_ids'>;
  filter?: MetadataFilter | undefined;
};

/** Searches the agent's knowledge bases for passages that may answer. */
export async function findPassages(
  services: Pick<Services, 'models' | 'log'>,
  store: WorkspaceStore,
  { agent, filter }: SearchedBy,
  question: string,
): Promise<FoundPassages> {
  const { hits, failures } = await search(services, store, {
    query: question.slice(0, LIMITS.queryCharacters),
    searchType: 'hybrid',
    limit: PASSAGES,
    knowledgeBaseIds: agent.knowledge_base_ids,
    filter,
  });
  for (const failure of failures) services.log.warn({ err: failure }, 'answered without a model');
  const chunks = hits.map(({ chunk }) => chunk);
  const [closeness, pages] = await Promise.all([closenessOfBlocks(store, hits), pagesOf(store, chunks)]);
  return {
    passages: hits.map((hit) =>
      toPassage(hit.chunk, pages(hit.chunk), {
        ...hit.candidate,
        score: hit.score,
        blockCloseness: closeness.get(hit),
        isForeign: hit.candidate.sense === 'foreign',
      }),
    ),
    neighbours: services.models.chatModel ? await readNeighbours(store, hits) : [],
    revisions: new Map(hits.map(({ chunk }) => [chunk.source_id, chunk.revision])),
  };
}

/** The scores of a chunk that was not found itself. */
const NOT_FOUND = { score: 0, closeness: 0, share: 0 };

async function readNeighbours(store: WorkspaceStore, hits: readonly Hit[]): Promise<Passage[]> {
  const known = new Set<string>(hits.map(({ id }) => id));
  const asked: { sourceId: SourceId; revision: number; position: number }[] = [];
  for (const { chunk } of hits.slice(0, WITH_NEIGHBOURS)) {
    for (const position of [chunk.position - 1, chunk.position + 1]) {
      const { source_id: sourceId, revision } = chunk;
      const id = position < 0 ? undefined : chunkId(sourceId, revision, position);
      if (id === undefined || known.has(id)) continue;
      known.add(id);
      asked.push({ sourceId, revision, position });
    }
  }
  const neighbours = (await store.contents.chunks(asked)).filter((chunk) => chunk !== undefined);
  const pages = await pagesOf(store, neighbours);
  return neighbours.map((chunk) => toPassage(chunk, pages(chunk), NOT_FOUND));
}

/** Reads on which pages the chunks are: a chunk knows only the first, and its words may be on the next. */
async function pagesOf(
  store: WorkspaceStore,
  chunks: readonly ChunkOfSource[],
): Promise<(chunk: ChunkOfSource) => Passage['pages']> {
  const withPages = new Map(
    chunks.filter(({ page }) => page !== null).map((chunk) => [chunk.source_id, chunk.revision]),
  );
  const outlines = new Map(
    await Promise.all(
      [...withPages].map(async ([sourceId, revision]) => {
        const outline = await store.contents.outline(sourceId, revision);
        return [sourceId, outline === undefined ? [] : (JSON.parse(outline) as Outline).pages] as const;
      }),
    ),
  );
  return ({ source_id, page, start_offset, end_offset }) =>
    page === null
      ? undefined
      : [
          { page, start: start_offset },
          ...(outlines.get(source_id) ?? []).filter(
            ({ start }) => start > start_offset && start < end_offset,
          ),
        ];
}

const toPassage = (
  chunk: ChunkOfSource,
  pages: Passage['pages'],
  {
    score,
    closeness,
    share,
    blockCloseness,
    isForeign,
  }: Pick<Passage, 'score' | 'closeness' | 'share' | 'blockCloseness' | 'isForeign'>,
): Passage => ({
  chunkId: chunkId(chunk.source_id, chunk.revision, chunk.position),
  sourceId: chunk.source_id,
  sourceName: chunk.source_name,
  text: chunk.text,
  start: chunk.start_offset,
  pages,
  url: chunk.source_url ?? undefined,
  fileName: chunk.source_file_name ?? undefined,
  externalId: chunk.source_external_id ?? undefined,
  heading: chunk.heading ?? undefined,
  score,
  closeness,
  share,
  blockCloseness,
  isForeign,
});
