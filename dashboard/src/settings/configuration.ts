import { queryOptions } from '@tanstack/react-query';
import { request } from '../api.ts';

type Model = { provider: string; name: string };

/** `GET /v1/configuration`: what of it is shown here. */
export type Configuration = {
  version: string;
  environment: 'live' | 'sandbox';
  models: { chat?: Model; embedding: Model & { choices: string[] }; reranker?: Model };
  limits: { conversation_retention_days?: number };
};

export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: ({ signal }) => request<Configuration>('GET', '/v1/configuration', undefined, signal),
});
