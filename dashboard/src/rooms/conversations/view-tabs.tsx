import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { conversationCountsQuery } from '#shared/api/conversation-counts.ts';
import { request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { canManage, canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { type View, viewsQuery } from './conversation-queries.ts';
import {
  type ConversationFilters,
  type ConversationSearch,
  isSameFilter,
  readConversationFilters,
} from './conversation-search.ts';

const { triage } = rooms;

const words = triage.views;
const STALE = [viewsQuery.queryKey];

const BUILT_IN: { name: string; filters: ConversationFilters; counts?: 'waiting' | 'mine' }[] = [
  { name: words.all, filters: {} },
  { name: words.inbox, filters: { handover: 'open' }, counts: 'waiting' },
  { name: words.mine, filters: { state: 'open', assignee: 'me' }, counts: 'mine' },
  { name: words.open, filters: { state: 'open' } },
];

/** The views of the list: those that everyone has, and saved ones. */
export function ViewTabs({ filters, viewId }: { filters: ConversationFilters; viewId: string | undefined }) {
  const { data: views = [] } = useQuery(viewsQuery);
  const { data: counts } = useQuery(conversationCountsQuery);
  const { workspace, id: me } = useAccount();
  const countOf = { waiting: counts?.handovers.open, mine: counts?.assigned_to_me };
  const active = views.find(({ id }) => id === viewId);
  const builtIn = active ? undefined : BUILT_IN.find((view) => isSameFilter(view.filters, filters));
  const isChanged = active !== undefined && !isSameFilter(filtersIn(active), filters);
  const mayChange = active && (active.owner.id === me || canManage(workspace.role));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line">
      <nav aria-label={words.label} className="-mb-px flex min-w-0 gap-4 overflow-x-auto overflow-y-hidden">
        {BUILT_IN.map(({ name, filters: own, counts: which }) => (
          <Tab
            key={name}
            name={name}
            search={own}
            count={which && countOf[which]}
            isActive={name === builtIn?.name}
          />
        ))}
        {views.map((view) => (
          <Tab
            key={view.id}
            name={view.name}
            search={{ ...filtersIn(view), view: view.id }}
            isActive={view.id === active?.id}
            about={view.is_shared ? words.shared : undefined}
          />
        ))}
      </nav>
      {canWrite(workspace.role) && (
        <div className="flex gap-2 pb-1.5">
          {active && isChanged && mayChange && <UpdateButton view={active} filters={filters} />}
          {((!active && !builtIn) || isChanged) && <SaveButton filters={filters} />}
          {active && mayChange && <ViewMenu view={active} />}
        </div>
      )}
    </div>
  );
}

/** Values that this page does not know are left out. */
const filtersIn = ({ filters }: View): ConversationFilters => {
  const { view: _view, open: _open, ...known } = readConversationFilters(filters);
  return known;
};

const Tab = ({
  name,
  search,
  count,
  isActive,
  about,
}: {
  name: string;
  search: ConversationSearch;
  count?: number | undefined;
  isActive: boolean;
  about?: string | undefined;
}) => (
  <Link
    to="/conversations"
    search={search as never}
    activeOptions={{ exact: true, includeSearch: true }}
    aria-current={isActive ? 'page' : undefined}
    {...tip(about)}
    className={`flex min-h-10 items-center gap-1.5 border-b-2 px-1 whitespace-nowrap focus-visible:-outline-offset-2 ${isActive ? 'border-accent font-medium text-accent-ink' : 'border-transparent text-quiet hover:text-ink'}`}
  >
    <span dir="auto">{name}</span>
    {count !== undefined && count > 0 && (
      <span className="rounded-full bg-accent px-1.5 text-small font-medium text-on-accent">
        <span className="sr-only">{words.counted({ name, count })}</span>
        <span aria-hidden>{count}</span>
      </span>
    )}
  </Link>
);

function SaveButton({ filters }: { filters: ConversationFilters }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Save aria-hidden className="size-4" />
        {words.save}
      </Button>
      {isOpen && <SaveDialog filters={filters} close={() => setOpen(false)} />}
    </>
  );
}

function SaveDialog({ filters, close }: { filters: ConversationFilters; close: () => void }) {
  const navigate = useNavigate({ from: '/conversations' });
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useSave(
    () =>
      request<View>('POST', '/v1/views', {
        resource: 'conversations',
        name: name.trim(),
        filters,
        is_shared: isShared,
      }),
    {
      said: (view) => words.saved({ name: view.name }),
      stale: STALE,
      done: (view) => {
        close();
        return navigate({ search: (before) => ({ ...before, view: view.id }), replace: true });
      },
    },
  );
  return (
    <FormDialog
      title={words.saveTitle}
      action={words.save}
      isBusy={save.isPending}
      disabled={name.trim() === ''}
      error={save.error}
      submit={() => save.mutate()}
      close={close}
    >
      <TextField
        label={words.name}
        placeholder={words.namePlaceholder}
        maxLength={LIMITS.nameCharacters}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent"
          checked={isShared}
          onChange={({ target }) => setShared(target.checked)}
        />
        <span className="grid">
          {words.share}
          <span className="text-small text-quiet">{words.shareAbout}</span>
        </span>
      </label>
    </FormDialog>
  );
}

function UpdateButton({ view, filters }: { view: View; filters: ConversationFilters }) {
  const save = useSave(() => request('PATCH', `/v1/views/${view.id}`, { filters }), {
    said: words.updated,
    stale: STALE,
    tellsErrors: true,
  });
  return (
    <Button look="quiet" isBusy={save.isPending} onClick={() => save.mutate()}>
      {words.update}
    </Button>
  );
}

function ViewMenu({ view }: { view: View }) {
  const navigate = useNavigate({ from: '/conversations' });
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu
        label={words.actions}
        entries={[{ label: words.remove, icon: Trash2, look: 'danger', choose: () => setAsking(true) }]}
      />
      {isAsking && (
        <ConfirmDialog
          title={words.removeTitle({ name: view.name })}
          about={words.removeAbout}
          action={words.remove}
          send={() => request('DELETE', `/v1/views/${view.id}`)}
          said={words.removed}
          done={() => void navigate({ search: {} as never, replace: true })}
          stale={STALE}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}
