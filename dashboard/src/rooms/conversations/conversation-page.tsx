import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { BackLink } from '#shared/components/back-link.tsx';
import { useTitle } from '#shared/hooks/use-title.ts';
import { conversations as words } from '#shared/strings/conversations.ts';
import { conversationQuery } from './conversation-queries.ts';
import { ConversationView } from './conversation-view.tsx';

export function ConversationPage() {
  const { agentId, sessionId } = useParams({ from: '/inside/conversations/$agentId/$sessionId' });
  const { data: conversation } = useQuery(conversationQuery(agentId, sessionId));
  useTitle(conversation ? words.with(conversation.agent.name) : words.title);
  const wanted = useLocation({ select: ({ hash }) => hash });
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5 px-4 py-6 sm:px-6">
      <BackLink to="/conversations" label={words.back} />
      <ConversationView agentId={agentId} sessionId={sessionId} wanted={wanted} />
    </div>
  );
}
