import { Switch } from '../components/switch.tsx';
import { agents as words } from '../strings/agents.ts';
import { text } from '../strings.ts';
import { useAgentStatus } from './agent-actions.ts';
import type { Agent } from './types.ts';

export function StatusSwitch({ agent, isWriter }: { agent: Agent; isWriter: boolean }) {
  const { mutate } = useAgentStatus();
  return (
    <Switch
      label={words.statusOf(agent.name)}
      words={{ on: words.status.active, off: words.status.inactive }}
      isOn={agent.status === 'active'}
      disabled={!isWriter}
      title={isWriter ? words.statusAbout : text.common.readOnly}
      change={(isOn) => mutate({ agent, status: isOn ? 'active' : 'inactive' })}
    />
  );
}
