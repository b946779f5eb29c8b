import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { FilterSelect } from './filter-select.tsx';

const words = rooms.agents;

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
