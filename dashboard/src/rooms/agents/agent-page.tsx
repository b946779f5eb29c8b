import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentQuery, agentsQuery } from '#shared/api/agent-queries.ts';
import { isGone, request } from '#shared/api/request.ts';
import { Chat } from '#shared/chat/chat.tsx';
import { BackLink } from '#shared/components/back-link.tsx';
import { Button, buttonLook } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { NoModel } from '#shared/components/no-model.tsx';
import { Empty, Failure, Loading, PAGE } from '#shared/components/page.tsx';
import { Tabs } from '#shared/components/tabs.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { agents as words } from '#shared/strings/agents.ts';
import { chat } from '#shared/strings/chat.ts';
import { text } from '#shared/strings/text.ts';
import { changesOf, draftOf, isEditedTwice, rebase } from './agent-draft.ts';
import { AgentForm } from './agent-form.tsx';
import { AGENT_PARTS } from './agent-search.ts';
import { StatusSwitch } from './status-switch.tsx';
import { WidgetPanel } from './widget-panel.tsx';

export function AgentPage() {
  const { id } = useParams({ from: '/inside/agents/$id' });
  const { data, isPending, error, refetch } = useQuery(agentQuery(id));
  return (
    <div className={`${PAGE} grid gap-4`}>
      <BackLink to="/agents" label={words.all} />
      {isPending && <Loading lines={12} />}
      {isGone(error) && <Empty title={words.gone} about={words.goneAbout} />}
      {error && !isGone(error) && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && !isGone(error) && <AgentDetail key={data.id} agent={data} />}
    </div>
  );
}

function AgentDetail({ agent }: { agent: Agent }) {
  useTitle(agent.name);
  const { part = 'settings', ask } = useSearch({ from: '/inside/agents/$id' });
  const navigate = useNavigate({ from: '/agents/$id' });
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const testChat = useRef<HTMLDivElement>(null);
  const [{ draft, base, version }, setDraft] = useState(() => ({
    draft: draftOf(agent),
    base: agent,
    version: agent.updated_at,
  }));
  // Saved elsewhere: fields that are not being edited here follow. Saving those that are is asked, because the version is earlier.
  if (base !== agent)
    setDraft({
      draft: rebase(draft, base, agent),
      base: agent,
      version: isEditedTwice(draft, base, agent) ? version : agent.updated_at,
    });
  const isDirty = Object.keys(changesOf(agent, draft)).length > 0;
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <h1 className="min-w-0 flex-1 basis-60 text-display font-semibold [overflow-wrap:anywhere]">
          {agent.name}
        </h1>
        <div className="flex flex-wrap items-center gap-2">
          <StatusSwitch agent={agent} isWriter={isWriter} />
          <Link to="/conversations" search={{ agent: agent.id }} className={buttonLook('quiet')}>
            {words.conversations}
          </Link>
          <Button
            look="quiet"
            className="lg:hidden"
            onClick={() => testChat.current?.scrollIntoView({ block: 'start' })}
          >
            {chat.title}
          </Button>
          {isWriter && <DeleteButton agent={agent} />}
        </div>
      </header>
      {!isWriter && <p className="text-small text-quiet">{text.common.readOnly}</p>}
      <NoModel />
      {/* A cited source beside the page leaves room for the chat only. */}
      <div className="grid grid-cols-1 items-start gap-5 lg:not-in-data-[sheet=open]:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="min-w-0 lg:in-data-[sheet=open]:hidden">
          <Tabs
            label={words.tabs.label}
            value={part}
            choose={(chosen) =>
              void navigate({ search: { part: chosen }, replace: true, ignoreBlocker: true })
            }
            tabs={AGENT_PARTS.map((value) => ({ value, label: words.tabs[value] }))}
          >
            {part === 'settings' && (
              <AgentForm
                agent={agent}
                draft={draft}
                version={version}
                change={(next) => setDraft({ draft: next, base, version })}
                startAgain={(now) => setDraft({ draft: draftOf(now), base: now, version: now.updated_at })}
                isWriter={isWriter}
              />
            )}
            {part === 'widget' && <WidgetPanel agent={agent} isWriter={isWriter} />}
          </Tabs>
        </div>
        <div ref={testChat} className="lg:sticky lg:top-4">
          <Chat
            // Another question is another draft.
            key={ask}
            agentId={agent.id}
            welcome={agent.welcome_message}
            note={isDirty ? chat.asSaved : undefined}
            disabledBecause={
              isWriter ? (agent.status === 'inactive' ? chat.paused : undefined) : text.common.readOnly
            }
            firstQuestion={ask ?? ''}
          />
        </div>
      </div>
      <UnsavedGuard isDirty={isDirty} />
    </>
  );
}

function DeleteButton({ agent: { id, name } }: { agent: Agent }) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <Button className="text-bad!" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
        {words.delete}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.deleteTitle(name)}
          about={words.deleteAbout}
          action={words.deleteAction}
          send={() => request('DELETE', `${AGENTS}/${id}`)}
          said={words.deleted(name)}
          done={() => {
            queryClient.setQueryData(agentsQuery.queryKey, (all) => all?.filter((each) => each.id !== id));
            return navigate({ to: '/agents', ignoreBlocker: true });
          }}
          stale={[['conversations']]}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}
