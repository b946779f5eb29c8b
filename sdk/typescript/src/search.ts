import type { Client } from './client.ts';
import { SearchResource } from './resources.generated.ts';

/** Call it to search: `footnote.search({ query })` is `footnote.search.query({ query })`. */
export type Search = SearchResource & SearchResource['query'];

export function newSearch(client: Client): Search {
  const resource = new SearchResource(client);
  const search: SearchResource['query'] = (body, options) => resource.query(body, options);
  // The function answers for the methods of the resource too.
  return Object.setPrototypeOf(search, resource);
}
