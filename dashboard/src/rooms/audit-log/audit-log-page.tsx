import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { AUDIT_ACTIONS } from '#server/isomorphic/audit-actions.ts';
import { ClearFilters } from '#shared/components/clear-filters.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Empty, Failure, Loading } from '#shared/components/page.tsx';
import { ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { auditLog as words } from '#shared/strings/audit-log.ts';
import { text } from '#shared/strings/text.ts';
import { AuditEntryRow } from './audit-entry-row.tsx';
import { type AuditEntry, auditLogQuery } from './audit-log-queries.ts';
import type { AuditLogSearch } from './audit-log-search.ts';

export const AuditLogPage = () => (
  <ForAdmins title={words.title}>
    <AuditLog />
  </ForAdmins>
);

function AuditLog() {
  const { environment } = useAccount();
  const search = useSearch({ from: '/inside/settings/audit-log' });
  const navigate = useNavigate({ from: '/settings/audit-log' });
  const list = useInfiniteQuery(auditLogQuery(search));
  const { data, isPending, error, refetch } = list;
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  const filter = (changes: AuditLogSearch) =>
    void navigate({ search: (before: AuditLogSearch) => ({ ...before, ...changes }), replace: true });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <SettingsPage title={words.title} about={words.about}>
      {environment === 'sandbox' && <p className="text-quiet">{words.inLive}</p>}
      <Filters search={search} entries={entries} filter={filter} />
      {isPending && <Loading lines={8} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <div className="rounded-panel border border-line bg-panel shadow-panel">
          {entries.length === 0 && (
            <Empty
              icon={ScrollText}
              title={isFiltered ? words.noneFound : words.empty}
              about={isFiltered ? words.noneFoundAbout : words.emptyAbout}
            />
          )}
          <ul>
            {entries.map((entry) => (
              <AuditEntryRow key={entry.id} entry={entry} chooseActor={(actor) => filter({ actor })} />
            ))}
          </ul>
        </div>
      )}
      <LoadMore list={list} />
    </SettingsPage>
  );
}

/** Filters by action, actor and days. The actors are those of the loaded entries. */
function Filters({
  search,
  entries,
  filter,
}: {
  search: AuditLogSearch;
  entries: readonly AuditEntry[];
  filter: (changes: AuditLogSearch) => void;
}) {
  const actors = new Map(
    entries.flatMap(({ actor }): [string, string][] => (actor.id === null ? [] : [[actor.id, actor.name]])),
  );
  if (search.actor !== undefined && !actors.has(search.actor)) actors.set(search.actor, search.actor);
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <search aria-label={text.common.filters.label} className="grid items-end gap-2 sm:flex sm:flex-wrap">
      <FilterSelect
        label={words.action}
        value={search.action}
        options={[
          { value: '', label: words.anyAction },
          ...AUDIT_ACTIONS.map((value) => ({ value, label: value })),
        ]}
        choose={(action) => filter({ action })}
      />
      <FilterSelect
        label={words.actor}
        value={search.actor}
        options={[
          { value: '', label: words.anyActor },
          ...[...actors].map(([value, label]) => ({ value, label })),
        ]}
        choose={(actor) => filter({ actor })}
      />
      <DayFilter label={words.from} day={search.from} choose={(from) => filter({ from })} />
      <DayFilter label={words.to} day={search.to} choose={(to) => filter({ to })} />
      {isFiltered && (
        <ClearFilters
          clear={() => filter({ action: undefined, actor: undefined, from: undefined, to: undefined })}
        />
      )}
    </search>
  );
}

const DayFilter = ({
  label,
  day,
  choose,
}: {
  label: string;
  day: string | undefined;
  choose: (day: string | undefined) => void;
}) => (
  <label className="flex items-center gap-2">
    <span className="w-10 text-quiet sm:w-auto">{label}</span>
    <input
      type="date"
      max="9999-12-30"
      value={day ?? ''}
      onChange={(event) => choose(event.target.value || undefined)}
      className="min-h-8 min-w-0 flex-1 rounded-control border border-field bg-panel px-2"
    />
  </label>
);
