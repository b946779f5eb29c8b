import { queryOptions } from '@tanstack/react-query';
import type { WidgetAppearance } from '#server/records/widget-appearance.ts';
import { AGENTS } from '#shared/api/agent-queries.ts';
import { request } from '#shared/api/request.ts';

export type Appearance = WidgetAppearance;
export type WidgetLogo = { media_type: string; size_bytes: number; content: string };

export const designPath = (agentId: string): string => `${AGENTS}/${agentId}/widget`;

/** How the widgets of an agent look. */
export const designQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agents', 'widget', agentId],
    queryFn: ({ signal }) =>
      request<{ appearance: Appearance; logo: WidgetLogo | null }>(
        'GET',
        designPath(agentId),
        undefined,
        signal,
      ),
  });

export const urlOfLogo = ({ media_type, content }: WidgetLogo): string =>
  `data:${media_type};base64,${content}`;
