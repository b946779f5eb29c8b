import { AppError } from '#errors.ts';
import type { EmbeddedQuery, Embedder } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { SearchRequest } from './search.ts';

/** What became of a query: its vector, the failure of the model, or neither, where only words are looked for. */
export type MaybeEmbedded = { embedded?: EmbeddedQuery; failure?: ModelError };

/** What a client is asked to wait when the provider does not say. */
const RETRY_AFTER_SECONDS = 5;

/** Embeds a query if its kind of search asks for that. A model that is out of reach fails a semantic search with 503; of a
 *  hybrid one it leaves the words. embedder: undefined when the model that made the index is not configured any more. */
export async function embedQuery(
  embedder: Embedder | undefined,
  { query, searchType }: Pick<SearchRequest, 'query' | 'searchType'>,
): Promise<MaybeEmbedded> {
  if (searchType === 'keyword') return {};
  try {
    if (!embedder) throw notConfigured();
    return { embedded: await embedder.embedQuery(query) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (searchType === 'hybrid') return { failure: error };
    throw new AppError(
      'unavailable',
      'The embedding model cannot be reached: try again later, or search with search_type "keyword".',
      {
        cause: error,
        headers: { 'retry-after': String(Math.ceil(error.retryAfterSeconds ?? RETRY_AFTER_SECONDS)) },
      },
    );
  }
}

const notConfigured = (): ModelError =>
  new ModelError(
    'No configured model reads the index of a knowledge base: set PREVIOUS_EMBEDDING to the model that made it.',
    { isRetryable: false },
  );
