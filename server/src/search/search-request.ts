import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { MetadataFilter } from '#lib/metadata.ts';
import { phrasesOf } from '#text/phrases.ts';

export type SearchType = 'semantic' | 'keyword' | 'hybrid';

export type SearchRequest = {
  query: string;
  searchType: SearchType;
  limit: number;
  /** All of the workspace if absent. */
  knowledgeBaseIds?: readonly KnowledgeBaseId[] | undefined;
  /** Only these sources. */
  sourceIds?: readonly SourceId[] | undefined;
  /** Only sources with any of these tags. */
  tags?: readonly string[] | undefined;
  /** Only sources whose metadata passes it. */
  filter?: MetadataFilter | undefined;
  /** Hits below it are omitted. */
  minScore?: number | undefined;
  /** The most hits from one source. */
  maxPerSource?: number | undefined;
};

/** The phrases that every hit must contain: keyword search takes quotation marks literally. */
export const requiredPhrases = ({ query, searchType }: SearchRequest): string[] =>
  searchType === 'keyword' ? phrasesOf(query) : [];
