import { choiceParam, textParam } from '#shared/search-params.ts';

/** tab: questions without it. */
export type SetSearch = { tab?: 'runs'; q?: string };

export const readSetSearch = (raw: Record<string, unknown>): SetSearch => ({
  ...choiceParam(raw, 'tab', ['runs'] as const),
  ...textParam(raw, 'q'),
});

/** against: the run to compare with. show: which questions. */
export type RunSearch = { against?: string; show?: 'better' | 'worse' | 'same' | 'wrong' };

export const readRunSearch = (raw: Record<string, unknown>): RunSearch => ({
  ...textParam(raw, 'against'),
  ...choiceParam(raw, 'show', ['better', 'worse', 'same', 'wrong'] as const),
});
