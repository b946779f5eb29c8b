import { queryOptions } from '@tanstack/react-query';
import type { Agent, PublishableToken } from './agent.ts';
import { request, requestAll } from './request.ts';

export const AGENTS = '/v1/agents';

/** All agents of the workspace. */
export const agentsQuery = queryOptions({
  queryKey: ['agents', 'list'],
  queryFn: ({ signal }) => requestAll<Agent>(AGENTS, signal),
});

export const agentQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', 'one', id],
    queryFn: ({ signal }) => request<Agent>('GET', `${AGENTS}/${id}`, undefined, signal),
  });

export const tokensPath = (agentId: string): string => `${AGENTS}/${agentId}/tokens`;

/** Newest first. */
export const tokensQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agents', 'tokens', agentId],
    queryFn: ({ signal }) => requestAll<PublishableToken>(tokensPath(agentId), signal),
  });
