import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
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
import { type View, viewsQuery } from './view-queries.ts';

const words = rooms.table.views;

/** Filters as in the URL of the list. */
type Filters = Record<string, unknown>;

/** A list that has views. */
export type ViewedList<Chosen extends Filters> = {
  resource: View['resource'];
  path: '/conversations' | '/sources';
  /** The parameter of the URL that names the active view. */
  parameter: string;
  /** The filters among whatever was saved. */
  read: (raw: Filters) => Chosen;
  /** What deleting a view does not delete, in words. */
  removeAbout: string;
};

/** A view that everyone has. */
type BuiltIn<Chosen> = { name: string; filters: Chosen; count?: number | undefined };

/** Whether two sets of filters show the same. */
const isSame = (one: Filters, other: Filters): boolean => {
  const text = (filters: Filters): string => JSON.stringify(Object.entries(filters).sort());
  return text(one) === text(other);
};

/** The views of a list: those that everyone has, and saved ones. */
export function ViewTabs<Chosen extends Filters>({
  list,
  builtIn: shown,
  filters,
  viewId,
}: {
  list: ViewedList<Chosen>;
  builtIn: readonly BuiltIn<Chosen>[];
  filters: Chosen;
  viewId: string | undefined;
}) {
  const { data: views = [] } = useQuery(viewsQuery(list.resource));
  const { workspace, id: me } = useAccount();
  const active = views.find(({ id }) => id === viewId);
  const builtIn = active ? undefined : shown.find((view) => isSame(view.filters, filters));
  const isChanged = active !== undefined && !isSame(list.read(active.filters), filters);
  const mayChange = active && (active.owner.id === me || canManage(workspace.role));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line">
      <nav aria-label={words.label} className="-mb-px flex min-w-0 gap-4 overflow-x-auto overflow-y-hidden">
        {shown.map(({ name, filters: own, count }) => (
          <Tab
            key={name}
            path={list.path}
            name={name}
            search={own}
            count={count}
            isActive={name === builtIn?.name}
          />
        ))}
        {views.map((view) => (
          <Tab
            key={view.id}
            path={list.path}
            name={view.name}
            search={{ ...list.read(view.filters), [list.parameter]: view.id }}
            isActive={view.id === active?.id}
            about={view.is_shared ? words.shared : undefined}
          />
        ))}
      </nav>
      {canWrite(workspace.role) && (
        <div className="flex gap-2 pb-1.5">
          {active && isChanged && mayChange && <UpdateButton list={list} view={active} filters={filters} />}
          {((!active && !builtIn) || isChanged) && <SaveButton list={list} filters={filters} />}
          {active && mayChange && <ViewMenu list={list} view={active} />}
        </div>
      )}
    </div>
  );
}

const Tab = ({
  path,
  name,
  search,
  count,
  isActive,
  about,
}: {
  path: ViewedList<Filters>['path'];
  name: string;
  search: Filters;
  count?: number | undefined;
  isActive: boolean;
  about?: string | undefined;
}) => (
  <Link
    to={path}
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

type OfList = { list: Omit<ViewedList<Filters>, 'read'> };

function SaveButton({ list, filters }: OfList & { filters: Filters }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Save aria-hidden className="size-4" />
        {words.save}
      </Button>
      {isOpen && <SaveDialog list={list} filters={filters} close={() => setOpen(false)} />}
    </>
  );
}

function SaveDialog({ list, filters, close }: OfList & { filters: Filters; close: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useSave(
    () =>
      request<View>('POST', '/v1/views', {
        resource: list.resource,
        name: name.trim(),
        filters,
        is_shared: isShared,
      }),
    {
      said: (view) => words.saved({ name: view.name }),
      stale: [viewsQuery(list.resource).queryKey],
      done: (view) => {
        close();
        return navigate({
          to: list.path,
          search: ((before: Filters) => ({ ...before, [list.parameter]: view.id })) as never,
          replace: true,
        });
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

function UpdateButton({ list, view, filters }: OfList & { view: View; filters: Filters }) {
  const save = useSave(() => request('PATCH', `/v1/views/${view.id}`, { filters }), {
    said: words.updated,
    stale: [viewsQuery(list.resource).queryKey],
    tellsErrors: true,
  });
  return (
    <Button look="quiet" isBusy={save.isPending} onClick={() => save.mutate()}>
      {words.update}
    </Button>
  );
}

function ViewMenu({ list, view }: OfList & { view: View }) {
  const navigate = useNavigate();
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
          about={list.removeAbout}
          action={words.remove}
          send={() => request('DELETE', `/v1/views/${view.id}`)}
          said={words.removed}
          done={() => void navigate({ to: list.path, search: {} as never, replace: true })}
          stale={[viewsQuery(list.resource).queryKey]}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}
