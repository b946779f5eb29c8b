import { choiceParam, textParam } from '#shared/search-params.ts';

export const BASE_TABS = ['sources', 'agents', 'search', 'model', 'settings'] as const;

/** The open tab of a knowledge base, and what is searched for in it. */
export type BaseView = { tab?: (typeof BASE_TABS)[number]; q?: string };

export const readBaseView = (raw: Record<string, unknown>): BaseView => ({
  ...choiceParam(raw, 'tab', BASE_TABS),
  ...textParam(raw, 'q'),
});
