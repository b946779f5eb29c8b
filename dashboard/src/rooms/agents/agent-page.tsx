import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { MessagesSquare, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentQuery, agentsQuery } from '#shared/api/agent-queries.ts';
import { configurationQuery } from '#shared/api/configuration.ts';
import { isGone, request } from '#shared/api/request.ts';
import { Chat } from '#shared/chat/chat.tsx';
import { PlaygroundLink } from '#shared/chat/playground-link.tsx';
import { BackLink } from '#shared/components/back-link.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { buttonLook } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { NoModel } from '#shared/components/no-model.tsx';
import { Empty, Failure, Loading, PAGE } from '#shared/components/page.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { canManage, canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { changesOf, draftOf, isEditedTwice, rebase } from './agent-draft.ts';
import { AgentForm } from './agent-form.tsx';
import { BudgetPanel } from './budget-panel.tsx';
import { ChatPane } from './chat-pane.tsx';
import { SectionNav } from './section-nav.tsx';
import { StatusSwitch } from './status-switch.tsx';
import { useSuggestions } from './use-suggestions.ts';
import { draftQuery, type SavedDraft } from './version-queries.ts';
import { VersionsPanel } from './versions-panel.tsx';
import { WidgetPanel } from './widget-panel.tsx';

const words = rooms.agents;
const { chat } = rooms;

export function AgentPage() {
  const { id } = useParams({ from: '/inside/agents/$id' });
  const { data, isPending, error, refetch } = useQuery(agentQuery(id));
  const draft = useQuery({
    ...draftQuery(data ?? { id, draft_saved_at: null }),
    enabled: data !== undefined,
    // Typed text stays while another draft is read.
    placeholderData: (before: SavedDraft | null | undefined) => before,
  });
  const isReady = data !== undefined && (data.draft_saved_at === null || draft.data !== undefined);
  const failed = error ?? draft.error;
  return (
    <div className={`${PAGE} grid gap-3`}>
      <BackLink to="/agents" label={words.all} />
      {(isPending || (!isReady && !failed)) && <Loading lines={12} />}
      {isGone(error) && <Empty title={words.gone} about={words.goneAbout} />}
      {failed && !isGone(error) && !isReady && <Failure error={failed} retry={() => void refetch()} />}
      {isReady && !isGone(error) && (
        <AgentDetail
          key={data.id}
          agent={data}
          draft={data.draft_saved_at === null ? null : (draft.data ?? null)}
        />
      )}
    </div>
  );
}

function AgentDetail({ agent, draft }: { agent: Agent; draft: SavedDraft | null }) {
  useTitle(agent.name);
  const { part = 'settings', ask } = useSearch({ from: '/inside/agents/$id' });
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const [place, setPlace] = useState<string>();
  const saved = useMemo(() => (draft ? { ...agent, ...draft.configuration } : agent), [agent, draft]);
  const [{ typed, base, version }, setTyped] = useState(() => ({
    typed: draftOf(saved),
    base: saved,
    version: agent.updated_at,
  }));
  // Saved elsewhere: fields that are not being edited here follow. Saving those that are is asked, because the version is earlier.
  if (base !== saved)
    setTyped({
      typed: rebase(typed, base, saved),
      base: saved,
      version: isEditedTwice(typed, base, saved) ? version : agent.updated_at,
    });
  const isDirty = Object.keys(changesOf(saved, typed)).length > 0;
  const suggestions = useSuggestions(agent);
  const choose = (next: string | undefined): void => {
    setPlace(next);
    // The part may have to be drawn first.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => next && document.getElementById(next)?.scrollIntoView({ block: 'start' })),
    );
  };
  const shown = part === 'chat' ? 'settings' : part;
  return (
    <>
      <AgentHead agent={agent} isWriter={isWriter} />
      {!isWriter && <p className="text-small text-quiet">{text.common.readOnly}</p>}
      <NoModel />
      {/* A cited source beside the page leaves room for the chat only. */}
      <div className="grid gap-4 lg:flex lg:items-start lg:gap-5">
        <div
          className={`grid min-w-0 flex-1 gap-4 xl:flex xl:items-start xl:gap-5 lg:in-data-[sheet=open]:hidden`}
        >
          <SectionNav
            label={words.sections.label}
            part={part}
            place={place}
            choose={choose}
            sections={[
              { part: 'settings', place: 'instructions', label: words.sections.instructions },
              { part: 'settings', place: 'knowledge', label: words.sections.knowledge },
              { part: 'settings', place: 'behaviour', label: words.sections.behaviour },
              { part: 'widget', label: words.sections.widget },
              { part: 'versions', label: words.sections.versions },
              { part: 'chat', label: chat.title, isNarrow: true },
            ]}
          />
          <div className={`min-w-0 flex-1 ${part === 'chat' ? 'max-lg:hidden' : ''}`}>
            {shown === 'settings' && (
              <div className="grid gap-4">
                <AgentForm
                  agent={agent}
                  saved={saved}
                  typed={typed}
                  version={version}
                  change={(next) => setTyped({ typed: next, base, version })}
                  startAgain={(now, nowSaved) =>
                    setTyped({ typed: draftOf(nowSaved), base: nowSaved, version: now.updated_at })
                  }
                  isWriter={isWriter}
                />
                {canManage(workspace.role) && <BudgetPanel agent={agent} />}
              </div>
            )}
            {shown === 'widget' && <WidgetPanel agent={agent} isWriter={isWriter} />}
            {shown === 'versions' && <VersionsPanel agent={agent} mayRestore={isWriter} />}
          </div>
        </div>
        <ChatPane isShown={part === 'chat'}>
          <Chat
            // Another question is another draft.
            key={ask}
            agentId={agent.id}
            welcome={saved.welcome_message}
            isDraft={draft !== null}
            suggestions={suggestions}
            note={isDirty ? chat.asSaved : draft ? words.triesDraft({ number: agent.version }) : undefined}
            disabledBecause={
              isWriter ? (agent.status === 'inactive' ? chat.paused : undefined) : text.common.readOnly
            }
            firstQuestion={ask ?? ''}
          />
        </ChatPane>
      </div>
      <UnsavedGuard isDirty={isDirty} />
    </>
  );
}

/** Its name, whether it answers and with what, and what can be done with it. */
function AgentHead({ agent, isWriter }: { agent: Agent; isWriter: boolean }) {
  const { data: configuration } = useQuery(configurationQuery);
  const [isDeleting, setDeleting] = useState(false);
  const model = configuration?.models.chat;
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <h1 dir="auto" className="text-display font-semibold [overflow-wrap:anywhere]">
          {agent.name}
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-quiet">
          <span>{words.versions.number({ number: agent.version })}</span>
          {agent.draft_saved_at !== null && <Badge tone="accent">{words.hasDraft}</Badge>}
          {configuration && (
            <span className="[overflow-wrap:anywhere]">
              {model ? words.model({ name: model.name }) : words.modelless}
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <StatusSwitch agent={agent} isWriter={isWriter} />
        <Link to="/conversations" search={{ agent: agent.id }} className={buttonLook('quiet')}>
          <MessagesSquare aria-hidden className="size-4" />
          {words.conversations}
        </Link>
        <PlaygroundLink agentId={agent.id} className={buttonLook('quiet')} />
        {isWriter && (
          <Menu
            label={words.actions}
            entries={[{ label: words.delete, icon: Trash2, look: 'danger', choose: () => setDeleting(true) }]}
          />
        )}
      </div>
      {isDeleting && <DeleteDialog agent={agent} close={() => setDeleting(false)} />}
    </header>
  );
}

function DeleteDialog({ agent: { id, name }, close }: { agent: Agent; close: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={words.deleteTitle({ name })}
      about={words.deleteAbout}
      action={words.deleteAction}
      send={() => request('DELETE', `${AGENTS}/${id}`)}
      said={words.deleted({ name })}
      done={() => {
        queryClient.setQueryData(agentsQuery.queryKey, (all) => all?.filter((each) => each.id !== id));
        return navigate({ to: '/agents', ignoreBlocker: true });
      }}
      stale={[['conversations']]}
      close={close}
    />
  );
}
