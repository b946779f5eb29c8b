import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentsQuery } from '#shared/api/agent-queries.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { submit } from '#shared/api/request.ts';
import { Question } from '#shared/chat/chat.tsx';
import { CitationDesk } from '#shared/chat/citation-desk.tsx';
import { Composer } from '#shared/chat/composer.tsx';
import { ReplyView } from '#shared/chat/reply-view.tsx';
import { useChat } from '#shared/chat/use-chat.ts';
import { useProgress } from '#shared/chat/use-progress.ts';
import { WrittenReply } from '#shared/chat/written-reply.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { spokenText } from '#shared/markdown/read-reply.ts';
import { sourceListQuery } from '#shared/sources/source-queries.ts';
import { chat } from '#shared/strings/chat.ts';
import { firstRun } from '#shared/strings/first-run.ts';
import { noModel } from '#shared/strings/no-model.ts';

const words = firstRun.question;

/** Asks an agent a question and shows the answer with its sources. The first agent is created here, without a question of its own. */
export function QuestionStep() {
  const { data: agents, error, refetch } = useQuery(agentsQuery);
  if (error && !agents) return <Failure error={error} retry={() => void refetch()} />;
  if (!agents) return <Loading lines={4} />;
  return agents[0] ? <AskAgent agent={agents[0]} /> : <FirstAgent />;
}

/** Creates an agent over the default knowledge base. */
function FirstAgent() {
  const { data: bases } = useQuery(knowledgeBasesQuery);
  const queryClient = useQueryClient();
  const baseId = bases?.[0]?.id;
  const create = useSave<Agent, string>(
    (id, submission) =>
      submit<Agent>(submission, 'POST', AGENTS, { name: words.agent, knowledge_base_ids: [id] }),
    { done: (agent) => queryClient.setQueryData(agentsQuery.queryKey, (all) => [agent, ...(all ?? [])]) },
  );
  const begin = useEffectEvent((id: string) => create.mutate(id));
  useEffect(() => {
    if (baseId !== undefined) begin(baseId);
  }, [baseId]);
  if (create.error && baseId !== undefined)
    return <Failure error={create.error} retry={() => create.mutate(baseId)} />;
  return <Loading lines={4} />;
}

function AskAgent({ agent }: { agent: Agent }) {
  const { has_language_model: hasModel } = useAccount();
  const [typed, type] = useState<string>();
  const { turns, isRunning, send, stop } = useChat(agent.id, type);
  const progress = useProgress(agent.id);
  const { data } = useInfiniteQuery(sourceListQuery({}));
  const hasSample = data?.pages[0]?.items.some(({ name }) => name === firstRun.sample.name);
  const field = useRef<HTMLTextAreaElement>(null);
  const isFieldThere = data !== undefined;
  useEffect(() => {
    // The button that had the focus is gone, and the heading has it now.
    if (isFieldThere && !document.activeElement?.matches('button, input, textarea, a'))
      field.current?.focus();
  }, [isFieldThere]);
  const last = turns.at(-1);
  return (
    <div className="grid gap-3">
      <p className="text-quiet">{words.about}</p>
      <CitationDesk>
        <div className="grid gap-4">
          {turns.map((turn) => (
            <article key={turn.key} className="grid gap-3">
              <Question text={turn.question} />
              {turn.reply ? (
                <ReplyView reply={turn.reply} />
              ) : (
                <WrittenReply
                  text={turn.written}
                  isRunning={turn.state === 'running'}
                  progress={progress(turn.search)}
                />
              )}
              {turn.reply && !hasModel && <p className="text-small text-quiet">{noModel.quoted}</p>}
              {turn.state === 'stopped' && <p className="text-small text-quiet">{chat.stopped}</p>}
              {turn.error && <Failure error={turn.error} retry={() => void send(turn.question)} />}
            </article>
          ))}
        </div>
      </CitationDesk>
      <p role="status" className="sr-only">
        {last?.reply && chat.replied(spokenText(last.reply.text))}
      </p>
      <div className="rounded-panel border border-line [&>form]:border-t-0">
        <Composer
          field={field}
          typed={typed ?? (hasSample ? firstRun.sample.question : '')}
          type={type}
          isRunning={isRunning}
          disabledBecause={undefined}
          send={(message) => void send(message)}
          stop={stop}
        />
      </div>
    </div>
  );
}
