import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isGone, request } from '#shared/api/request.ts';
import { CitationDesk } from '#shared/chat/citation-desk.tsx';
import { PlaygroundLink } from '#shared/chat/playground-link.tsx';
import { type Message, replyOf } from '#shared/chat/reply.ts';
import { ReplyFeedback } from '#shared/chat/reply-feedback.tsx';
import { ReplyView } from '#shared/chat/reply-view.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Empty, Failure, Loading } from '#shared/components/page.tsx';
import { useBackToList } from '#shared/components/use-back-to-list.ts';
import { When } from '#shared/components/when.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { AddToSet } from '#shared/questions/add-to-set.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { type Conversation, conversationQuery, messagesQuery, sessionPath } from './conversation-queries.ts';
import { HandoverPanel } from './handover-panel.tsx';
import { ReplyReview } from './reply-review.tsx';
import { TriagePanel } from './triage-panel.tsx';

const { chat } = rooms;
const words = rooms.conversations;
const { handover } = rooms;

/** A conversation with what people do about it. wanted: the id of a message to scroll to. */
export function ConversationView({
  agentId,
  sessionId,
  wanted = '',
  actions,
}: {
  agentId: string;
  sessionId: string;
  wanted?: string;
  actions?: ReactNode;
}) {
  const { data: conversation } = useQuery(conversationQuery(agentId, sessionId));
  const messages = useInfiniteQuery(messagesQuery(agentId, sessionId, conversation?.handover));
  const isMissing = isGone(messages.error);
  useWanted(wanted, messages);
  useEnd(conversation?.handover?.status === 'assigned', messages);
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  return (
    <>
      {isMissing && <Empty title={words.gone} about={words.goneAbout} />}
      {!isMissing && (
        <header className="flex flex-wrap items-start justify-between gap-3">
          <div className="grid min-w-0 flex-1 basis-60 gap-1">
            <h1 dir="auto" className="min-h-8 text-display font-semibold [overflow-wrap:anywhere]">
              {conversation ? words.with({ agent: conversation.agent.name }) : words.title}
            </h1>
            <Facts conversation={conversation ?? undefined} sessionId={sessionId} />
          </div>
          <div className="flex flex-wrap gap-2">
            {actions}
            {isWriter && (
              <AddToSet what={{ conversations: [{ agent_id: agentId, session_id: sessionId }] }} />
            )}
            {isWriter && <DeleteButton agentId={agentId} sessionId={sessionId} />}
          </div>
        </header>
      )}
      {conversation && !isMissing && <TriagePanel conversation={conversation} isWriter={isWriter} />}
      {messages.isPending && <Loading lines={10} />}
      {messages.error && !isMissing && !messages.data && (
        <Failure error={messages.error} retry={() => void messages.refetch()} />
      )}
      {messages.data && !isMissing && (
        <CitationDesk>
          <ol aria-label={words.title} className="grid gap-4 text-prose">
            {messages.data.pages
              .flatMap(({ items }) => items)
              .map((message, index, all) => (
                <MessageItem
                  key={message.id}
                  message={message}
                  question={all.slice(0, index).findLast(({ role }) => role === 'user')?.text}
                  agentId={agentId}
                  sessionId={sessionId}
                  isWriter={isWriter}
                  isWanted={message.id === wanted}
                />
              ))}
          </ol>
        </CitationDesk>
      )}
      <LoadMore list={messages} />
      {conversation?.handover && !isMissing && (
        <HandoverPanel
          agentId={agentId}
          sessionId={sessionId}
          handover={conversation.handover}
          isWriter={isWriter}
        />
      )}
    </>
  );
}

/** Scrolls to the message in the URL, and loads pages until it is there. Once per URL, so that
 *  it doesn't undo later scrolling. */
function useWanted(
  id: string,
  { data, hasNextPage, isFetching, fetchNextPage }: UseInfiniteQueryResult<unknown>,
): void {
  const shown = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again in every page that comes.
  useEffect(() => {
    if (id === '' || id === shown.current) return;
    const message = document.getElementById(id);
    if (message) {
      shown.current = id;
      message.scrollIntoView({ block: 'center' });
    } else if (hasNextPage && !isFetching) void fetchNextPage();
  }, [id, data, hasNextPage, isFetching, fetchNextPage]);
}

/** Loads pages until the end, where new messages come. */
function useEnd(
  isWanted: boolean,
  { hasNextPage, isFetching, fetchNextPage }: UseInfiniteQueryResult<unknown>,
): void {
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetching, fetchNextPage]);
}

const Facts = ({
  conversation,
  sessionId,
}: {
  conversation: Conversation | undefined;
  sessionId: string;
}) => (
  <p className="flex flex-wrap gap-x-4 text-small text-quiet">
    <span className="[overflow-wrap:anywhere]">
      {words.session} <code className="font-mono">{sessionId}</code>
    </span>
    {conversation && (
      <>
        <span>
          {words.started} <When at={conversation.started_at} />
        </span>
        {Object.entries(conversation.metadata).map(([key, value]) => (
          <span key={key} className="[overflow-wrap:anywhere]">
            {key}: {value}
          </span>
        ))}
      </>
    )}
  </p>
);

const SPEAKERS = { user: words.person, agent: chat.agent, welcome: words.welcome, person: handover.person };

const MessageItem = ({
  message,
  question,
  agentId,
  sessionId,
  isWriter,
  isWanted,
}: {
  message: Message;
  /** The last one before it. */
  question: string | undefined;
  agentId: string;
  sessionId: string;
  isWriter: boolean;
  /** The message in the URL. */
  isWanted: boolean;
}) => (
  <li
    id={message.id}
    className={`grid gap-2 rounded-panel border p-4 ${isWanted ? 'border-accent' : 'border-line'} ${message.role === 'user' ? 'bg-accent-ground' : 'bg-panel'}`}
  >
    <p className="flex justify-between gap-4 text-small">
      <span className="font-medium">{message.author?.name ?? SPEAKERS[message.role]}</span>
      <span className={message.role === 'user' ? '' : 'text-quiet'}>
        <When at={message.created_at} />
      </span>
    </p>
    {message.role === 'agent' && message.kind !== 'handover' ? (
      <>
        <ReplyView
          reply={replyOf(message)}
          actions={
            isWriter ? (
              <>
                <ReplyFeedback
                  agentId={agentId}
                  sessionId={sessionId}
                  messageId={message.id}
                  given={message.feedback}
                />
                <PlaygroundLink
                  agentId={agentId}
                  question={question}
                  className="inline-flex min-h-6 items-center underline"
                />
              </>
            ) : (
              message.feedback && (
                <Badge tone={message.feedback.rating === 'up' ? 'good' : 'bad'}>
                  {message.feedback.rating === 'up' ? chat.feedback.ratedUp : chat.feedback.ratedDown}
                </Badge>
              )
            )
          }
        />
        {message.feedback?.comment && (
          <p dir="auto" className="border-s-2 border-strong-line ps-3 break-words whitespace-pre-line">
            {message.feedback.comment}
          </p>
        )}
        <ReplyReview
          agentId={agentId}
          sessionId={sessionId}
          message={message}
          question={question}
          isWriter={isWriter}
        />
      </>
    ) : (
      <p dir="auto" className="break-words whitespace-pre-line">
        {message.text}
      </p>
    )}
  </li>
);

function DeleteButton({ agentId, sessionId }: { agentId: string; sessionId: string }) {
  const [isAsking, setAsking] = useState(false);
  const goBack = useBackToList('/conversations');
  return (
    <>
      <Button className="text-bad!" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
        {words.delete}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.deleteTitle}
          about={words.deleteAbout}
          action={words.deleteAction}
          send={() => request('DELETE', sessionPath(agentId, sessionId))}
          said={words.deleted}
          done={goBack}
          stale={[['conversations', 'list']]}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}
