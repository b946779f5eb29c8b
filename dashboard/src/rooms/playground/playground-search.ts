import type { z } from 'zod';
import { LIMITS } from '#server/isomorphic/limits.ts';
import type { SearchBody } from '#server/search/schema.ts';
import { every } from '#shared/every.ts';
import { choiceParam, numberParam, textParam, textsParam, wholeParam } from '#shared/search-params.ts';

export type Mode = z.infer<typeof SearchBody>['search_type'];
export const MODES = every<Mode>()(['hybrid', 'semantic', 'keyword']);

export const USUAL_LIMIT = 5;
export const MOST_RESULTS = LIMITS.queryResults;
/** Searches use GET, and more ids would not fit into every URL. */
export const MOST_SOURCES = 50;

/** The search as in the URL. Without a mode: all three. */
export type PlaygroundSearch = {
  q?: string;
  mode?: Mode;
  limit?: number;
  min?: number;
  base?: string;
  sources?: string[];
  tags?: string[];
};

export const readPlaygroundSearch = (raw: Record<string, unknown>): PlaygroundSearch => ({
  ...textParam(raw, 'q'),
  ...choiceParam(raw, 'mode', MODES),
  ...wholeParam(raw, 'limit', 1, MOST_RESULTS),
  ...numberParam(raw, 'min', 0, 1),
  ...textParam(raw, 'base'),
  ...textsParam(raw, 'sources', MOST_SOURCES),
  ...textsParam(raw, 'tags', LIMITS.tags),
});
