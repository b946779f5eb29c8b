import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import { phrasesOf } from '#text/phrases.ts';

export type SearchType = 'semantic' | 'keyword' | 'hybrid';

export type SearchRequest = {
  query: string;
  searchType: SearchType;
  limit: number;
  /** All of the workspace when absent. */
  knowledgeBaseIds?: readonly KnowledgeBaseId[] | undefined;
  /** Only these sources. */
  sourceIds?: readonly SourceId[] | undefined;
  /** Only sources that carry any of these. */
  tags?: readonly string[] | undefined;
  /** Hits that score less are left out. */
  minScore?: number | undefined;
  /** Hits that one source may give. */
  maxPerSource?: number | undefined;
};

/** The phrases that every hit must contain: keyword search takes quotation marks literally. */
export const requiredPhrases = ({ query, searchType }: SearchRequest): string[] =>
  searchType === 'keyword' ? phrasesOf(query) : [];
