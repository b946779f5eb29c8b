import type { z } from 'zod';
import type { TrialBody } from '#server/chat/trials/schema.ts';
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

export type TrialSettings = NonNullable<z.infer<typeof TrialBody>['settings']>;

export type PlaygroundTab = 'answers' | 'search';

/** A configuration that is tried: an agent, with settings in place of the saved ones. */
export type Side = {
  agent: string;
  /** A language model, `none` for none; absent: that of chats. */
  model?: string;
  settings?: TrialSettings;
};

/** The search as in the URL. Without a mode: all three. ask, a, b: of the answers. */
export type PlaygroundSearch = {
  tab?: PlaygroundTab;
  ask?: string;
  a?: Side;
  b?: Side;
  q?: string;
  mode?: Mode;
  limit?: number;
  min?: number;
  base?: string;
  sources?: string[];
  tags?: string[];
};

export const readPlaygroundSearch = (raw: Record<string, unknown>): PlaygroundSearch => ({
  ...choiceParam(raw, 'tab', TABS),
  ...textParam(raw, 'ask'),
  ...sideParam(raw, 'a'),
  ...sideParam(raw, 'b'),
  ...textParam(raw, 'q'),
  ...choiceParam(raw, 'mode', MODES),
  ...wholeParam(raw, 'limit', 1, MOST_RESULTS),
  ...numberParam(raw, 'min', 0, 1),
  ...textParam(raw, 'base'),
  ...textsParam(raw, 'sources', MOST_SOURCES),
  ...textsParam(raw, 'tags', LIMITS.tags),
});

const TABS = every<PlaygroundTab>()(['answers', 'search']);

/** Old addresses are those of searches. */
export const tabOf = ({ tab, q }: PlaygroundSearch): PlaygroundTab =>
  tab ?? (q === undefined ? 'answers' : 'search');

/** A configuration of an address; the service checks its settings. */
function sideParam<Name extends 'a' | 'b'>(
  raw: Record<string, unknown>,
  name: Name,
): { [name in Name]?: Side } {
  const value = raw[name];
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return {};
  const { agent, model, settings } = value as Record<string, unknown>;
  if (typeof agent !== 'string') return {};
  const side: Side = {
    agent,
    ...(typeof model === 'string' && { model }),
    ...(settings !== null && typeof settings === 'object' && { settings: knownSettings(settings) }),
  };
  return { [name]: side } as { [name in Name]: Side };
}

/** Without what no trial has, so that a form can show all of it. */
function knownSettings(raw: object): TrialSettings {
  const { system_prompt, temperature, min_confidence, knowledge_base_ids } = raw as Record<string, unknown>;
  const isNumber = (value: unknown): value is number | null => value === null || typeof value === 'number';
  return {
    ...((system_prompt === null || typeof system_prompt === 'string') && { system_prompt }),
    ...(isNumber(temperature) && { temperature }),
    ...(isNumber(min_confidence) && { min_confidence }),
    ...(Array.isArray(knowledge_base_ids) && {
      knowledge_base_ids: knowledge_base_ids.filter((id) => typeof id === 'string'),
    }),
  } as TrialSettings;
}
