import type { Agent } from '#shared/api/agent.ts';
import { Switch } from '#shared/components/switch.tsx';
import { agents as words } from '#shared/strings/agents.ts';
import { text } from '#shared/strings/text.ts';
import { useAgentStatus } from './agent-actions.ts';

export function StatusSwitch({ agent, isWriter }: { agent: Agent; isWriter: boolean }) {
  const { mutate } = useAgentStatus();
  return (
    <Switch
      label={words.statusOf(agent.name)}
      words={{ on: words.status.active, off: words.status.inactive }}
      isOn={agent.status === 'active'}
      disabled={!isWriter}
      about={isWriter ? words.statusAbout : text.common.readOnly}
      change={(isOn) => mutate({ agent, status: isOn ? 'active' : 'inactive' })}
    />
  );
}
