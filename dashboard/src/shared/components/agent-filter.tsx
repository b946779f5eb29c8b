import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import { agents as words } from '#shared/strings/agents.ts';
import { FilterSelect } from './filter-select.tsx';

/** Filters a list by agent. */
export function AgentFilter({
  value,
  choose,
}: {
  value: string | undefined;
  choose: (id: string | undefined) => void;
}) {
  const { data: agents = [] } = useQuery(agentsQuery);
  return (
    <FilterSelect
      label={words.filter}
      value={value}
      options={[
        { value: '', label: words.all },
        ...agents.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      choose={choose}
    />
  );
}
