import { useQuery } from '@tanstack/react-query';
import type { Agent } from '#shared/api/agent.ts';
import { requestPage } from '#shared/api/request.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.agents;

const MOST = 3;
/** Longer names make no question. */
const LONGEST_NAME = 60;

/** Questions that the newest sources of an agent answer. */
export function useSuggestions({ knowledge_base_ids }: Agent): string[] {
  const [first] = knowledge_base_ids;
  const { data = [] } = useQuery({
    queryKey: ['sources', 'suggestions', first],
    queryFn: async ({ signal }) => {
      const query = { limit: 2 * MOST, knowledge_base_ids: first, status: 'indexed' };
      return (await requestPage<{ name: string }>('/v1/knowledge-base/sources', query, signal)).items;
    },
    enabled: first !== undefined,
    staleTime: 60_000,
  });
  const names = data.map(({ name }) => titleOf(name)).filter((name) => name.length <= LONGEST_NAME);
  return [...new Set(names)].slice(0, MOST).map((name) => words.suggestion({ name }));
}

/** The name of a source without the ending of a file. */
const titleOf = (name: string): string => name.replace(/\.[a-z0-9]{2,5}$/i, '').replaceAll('_', ' ');
