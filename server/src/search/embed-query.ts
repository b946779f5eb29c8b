import { AppError } from '#errors.ts';
import type { DeepModel, EmbeddedQuery, Embedder } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { SearchRequest } from './search-request.ts';

/** The vector of a query, the failure of the model, or neither for keyword search. */
export type MaybeEmbedded = { embedded?: EmbeddedQuery; failure?: ModelError };

/** Sent as Retry-After if the provider names no time. */
const RETRY_AFTER_SECONDS = 5;

/** Embeds a query unless only keywords are searched. If the model cannot be reached, a semantic search fails with 503,
 *  and a hybrid one continues with keywords. embedder: undefined if the model that built the index is no longer
 *  configured. */
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
      'The embedding model could not be reached: try again later, or search with search_type "keyword".',
      {
        cause: error,
        headers: { 'retry-after': String(Math.ceil(error.retryAfterSeconds ?? RETRY_AFTER_SECONDS)) },
      },
    );
  }
}

/** The vector of a query by a deep model, and the id of the model. */
export type DeepQuery = { modelId: string; vector: Float32Array };

/** Embeds a query with a deep model unless only keywords are searched. isLate: the model had no time for it, or failed with
 *  `failure`; every search then continues without. */
export async function embedQueryDeeply(
  deepModel: DeepModel | undefined,
  { query, searchType }: Pick<SearchRequest, 'query' | 'searchType'>,
): Promise<{ deep?: DeepQuery; isLate: boolean; failure?: ModelError }> {
  if (!deepModel || searchType === 'keyword') return { isLate: false };
  try {
    const vector = await deepModel.embedQuery(query);
    return vector ? { deep: { modelId: deepModel.id, vector }, isLate: false } : { isLate: true };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { isLate: true, failure: error };
  }
}

const notConfigured = (): ModelError =>
  new ModelError(
    'No configured model can search the index of a knowledge base: set PREVIOUS_EMBEDDING to the model that built it.',
    { isRetryable: false },
  );
