import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Metadata } from '#lib/metadata.ts';
import { id, numberParameter, repeated, requiredText } from '#records/fields.ts';
import { LINK_DESCRIPTION, linkToSpan, linkToWords } from '#records/link-to-place.ts';
import { MetadataFilterField, metadataFilterParameter, SourceMetadata } from '#records/metadata.ts';
import { AsUser, asUserParameter } from '#records/principals.ts';
import type { Span } from '#text/sentences.ts';
import type { Hit } from './hit-selector.ts';

const message = {
  limit: `must be a whole number from 1 to ${LIMITS.queryResults}`,
  minScore: 'must be a number from 0 to 1',
  maxPerSource: `must be a whole number from 1 to ${LIMITS.queryResults}`,
};

const query = requiredText(LIMITS.queryCharacters).meta({
  description:
    'Natural language; for `keyword`, keywords and phrases. Text in quotation marks must match exactly.',
});
const searchType = z.enum(['semantic', 'keyword', 'hybrid']).default('hybrid').meta({
  description:
    '`semantic`: by meaning. `keyword`: by exact terms. `hybrid`: both, ranked by a combined score.',
});
const limit = z
  .int(message.limit)
  .min(1, message.limit)
  .max(LIMITS.queryResults, message.limit)
  .meta({ description: 'The most results.' });
const minScore = z
  .number(message.minScore)
  .min(0, message.minScore)
  .max(1, message.minScore)
  .meta({ description: 'Leaves out results with a lower score.' });
const maxPerSource = z
  .int(message.maxPerSource)
  .min(1, message.maxPerSource)
  .max(LIMITS.queryResults, message.maxPerSource)
  .meta({ description: 'The most results from one source, so that other sources are shown too.' });
const include = z.enum(['score_details', 'matches']);

export const SearchBody = z
  .strictObject({
    query,
    limit: limit.default(5),
    search_type: searchType,
    source_ids: z
      .array(id('src'))
      .min(1, 'must name at least one source')
      .max(LIMITS.sourceIdsOfAQuery)
      .optional()
      .meta({ description: 'Only these sources.' }),
    min_score: minScore.optional(),
    knowledge_base_ids: z
      .array(id('kb'))
      .min(1, 'must name at least one knowledge base')
      .max(LIMITS.knowledgeBasesOfAnAgent)
      .optional()
      .meta({ description: 'Only these knowledge bases. Defaults to all that you can see.' }),
    tags: z
      .array(requiredText(LIMITS.tagCharacters))
      .min(1)
      .max(LIMITS.tags)
      .optional()
      .meta({ description: 'Only sources with any of these tags.' }),
    filter: MetadataFilterField.optional().meta({ description: 'Only sources whose metadata matches.' }),
    max_per_source: maxPerSource.optional(),
    as_user: AsUser,
    include: z.array(include).max(10).optional().meta({ description: 'What to add to each result.' }),
  })
  .meta({ id: 'SearchBody', description: 'A search.' });

/** The same search as a query string. */
export const SearchQuery = z.strictObject({
  query,
  limit: numberParameter(limit.default(5)),
  search_type: searchType,
  source_ids: repeated(id('src'), LIMITS.sourceIdsOfAQuery).meta({
    description: 'Only these sources. Repeat the parameter for several.',
  }),
  min_score: numberParameter(minScore.optional()).meta({
    description: 'Leaves out results with a lower score.',
  }),
  knowledge_base_ids: repeated(id('kb'), LIMITS.knowledgeBasesOfAnAgent).meta({
    description:
      'Only these knowledge bases. Repeat the parameter for several. Defaults to all that you can see.',
  }),
  tags: repeated(requiredText(LIMITS.tagCharacters), LIMITS.tags).meta({
    description: 'Only sources with any of these tags. Repeat the parameter for several.',
  }),
  filter: metadataFilterParameter,
  max_per_source: numberParameter(maxPerSource.optional()).meta({
    description: 'The most results from one source, so that other sources are shown too.',
  }),
  as_user: asUserParameter,
  include: repeated(include, 10).meta({
    description: 'What to add to each result. Repeat the parameter for both.',
  }),
});

export const ContentChunk = z
  .object({
    id: z.string().meta({ description: 'Prefix `chunk_`.' }),
    source_id: z.string().meta({ description: 'The source that the passage is from, prefix `src_`.' }),
    source_name: z.string().meta({ description: 'Its name.' }),
    text: z.string().meta({ description: 'The passage.' }),
    score: z.number().meta({
      description: 'Relevance from 0 to 1, on the same scale for all search types. Higher is more relevant.',
    }),
    knowledge_base_id: z.string().meta({ description: 'The knowledge base of the source.' }),
    position: z.int().meta({ description: 'Position among the chunks of the source, from 0.' }),
    start: z
      .int()
      .meta({ description: 'Offset into the extracted text of the source, in UTF-16 code units.' }),
    end: z.int().meta({ description: 'Where the passage ends, exclusive.' }),
    url: z.string().optional().meta({ description: 'Of a web page.' }),
    file_name: z.string().optional().meta({ description: 'Of a document.' }),
    external_id: z.string().optional().meta({ description: 'Of the source, where it comes from.' }),
    link: z.string().meta({ description: LINK_DESCRIPTION }),
    page: z
      .int()
      .optional()
      .meta({ description: 'The page that it begins on, from 1; absent without pages.' }),
    heading: z
      .string()
      .optional()
      .meta({ description: 'The headings above it, joined by ` › `; absent without any.' }),
    tags: z.array(z.string()).meta({ description: 'The tags of the source.' }),
    metadata: SourceMetadata.meta({ description: 'The metadata of the source.' }),
    score_details: z
      .object({
        cosine: z.number().meta({ description: 'Likeness in meaning by the instant model, -1 to 1.' }),
        deep_cosine: z
          .number()
          .optional()
          .meta({ description: 'The same by the deep model; absent if it has not read the passage.' }),
        bm25: z.number().meta({ description: 'How well the words match; 0 if none does.' }),
        share: z
          .number()
          .meta({ description: '`bm25` divided by the most that this query could reach, 0 to 1.' }),
        matched_words: z
          .number()
          .meta({ description: 'The share of the words of the query that it contains, 0 to 1.' }),
        retrieval_score: z
          .number()
          .optional()
          .meta({ description: 'The score before reranking; absent without a reranker.' }),
      })
      .optional()
      .meta({
        description:
          'With `include: ["score_details"]`: the raw scores. `deep_cosine` is that of the deep model, if it has read the passage; `share` is `bm25` divided by the most that this query could reach; `retrieval_score` is the score before reranking.',
      }),
    matches: z
      .array(
        z.object({
          start: z.int().meta({ description: 'Where the word begins.' }),
          end: z.int().meta({ description: 'Where it ends, exclusive.' }),
        }),
      )
      .optional()
      .meta({
        description:
          'With `include: ["matches"]`: where the matched words, in any form, are in `text`, as offsets in UTF-16 code units, in order and without overlaps. Function words are omitted unless the query has no others. If no word matched, as in `semantic` searches, it is the one block (paragraph, list item, table row, code) nearest in meaning; empty until the deep model has read the source.',
      }),
  })
  .meta({ id: 'ContentChunk', description: 'A passage that a search found.' });

export const SearchResult = z
  .object({
    results: z.array(ContentChunk).meta({ description: 'Best first.' }),
    total: z.int().meta({ description: 'The number of results in this answer.' }),
    degraded: z.literal(true).optional().meta({
      description:
        'A model could not be reached, or had no time for the query: the results were found and ranked without it.',
    }),
  })
  .meta({ id: 'SearchResult', description: 'The passages that a search found.' });

const linkTo = ({
  source_id,
  source_url: url,
  start_offset: start,
  end_offset: end,
  text,
}: Hit['chunk']): string =>
  url === null ? linkToSpan(source_id, { start, end }) : linkToWords(url, text.replaceAll(/\s+/g, ' '));

export const toContentChunk = (
  { id, score, retrievalScore, chunk, candidate }: Hit,
  { withDetails, matches }: { withDetails: boolean; matches: Span[] | undefined },
): z.infer<typeof ContentChunk> => ({
  id,
  source_id: chunk.source_id,
  source_name: chunk.source_name,
  text: chunk.text,
  score,
  knowledge_base_id: chunk.knowledge_base_id,
  position: chunk.position,
  start: chunk.start_offset,
  end: chunk.end_offset,
  ...(chunk.source_url !== null && { url: chunk.source_url }),
  ...(chunk.source_file_name !== null && { file_name: chunk.source_file_name }),
  ...(chunk.source_external_id !== null && { external_id: chunk.source_external_id }),
  link: linkTo(chunk),
  ...(chunk.page !== null && { page: chunk.page }),
  ...(chunk.heading !== null && { heading: chunk.heading }),
  tags: JSON.parse(chunk.tags) as string[],
  metadata: JSON.parse(chunk.metadata) as Metadata,
  ...(withDetails && {
    score_details: {
      cosine: candidate.cosine,
      ...(candidate.deepCosine !== undefined && { deep_cosine: candidate.deepCosine }),
      bm25: candidate.bm25,
      share: candidate.share,
      matched_words: candidate.matchedWords,
      ...(retrievalScore !== undefined && { retrieval_score: retrievalScore }),
    },
  }),
  ...(matches && { matches }),
});
