import { useQuery } from '@tanstack/react-query';
import { agentQuery } from '#shared/api/agent-queries.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { chat as words } from '#shared/strings/chat.ts';

/** What an agent does with a question before the first words of its reply. */
export function useProgress(agentId: string): (search: string | undefined) => string {
  const { data: agent } = useQuery(agentQuery(agentId));
  const { data: bases } = useQuery(knowledgeBasesQuery);
  const count = bases
    ?.filter(({ id }) => agent?.knowledge_base_ids.includes(id))
    .reduce((sum, { source_count }) => sum + source_count, 0);
  return (search) => {
    if (search !== undefined) return words.searchingFor(search);
    return count ? words.searching(count) : words.searchingAll;
  };
}
