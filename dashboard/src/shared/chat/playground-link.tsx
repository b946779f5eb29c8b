import { Link } from '@tanstack/react-router';
import { rooms } from '#shared/strings/rooms.ts';

/** Opens the playground with an agent, and a question of a conversation. */
export const PlaygroundLink = ({
  agentId,
  question,
  className,
}: {
  agentId: string;
  question?: string | undefined;
  className?: string;
}) => (
  <Link
    to="/playground"
    search={{ tab: 'answers', a: { agent: agentId }, ...(question !== undefined && { ask: question }) }}
    className={className}
  >
    {rooms.trials.open}
  </Link>
);
