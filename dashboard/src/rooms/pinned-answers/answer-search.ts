import { choiceParam, textParam } from '#shared/search-params.ts';

const STATES = ['enabled', 'disabled', 'needs_review'] as const;

/** The filters as in the URL. open: the answer in the dialog. */
export type AnswerSearch = { q?: string; base?: string; state?: (typeof STATES)[number]; open?: string };

export const readAnswerSearch = (raw: Record<string, unknown>): AnswerSearch => ({
  ...textParam(raw, 'q'),
  ...textParam(raw, 'base'),
  ...choiceParam(raw, 'state', STATES),
  ...textParam(raw, 'open'),
});
