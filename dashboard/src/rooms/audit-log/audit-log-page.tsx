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
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { AuditEntryRow } from './audit-entry-row.tsx';
import { type AuditEntry, auditLogQuery } from './audit-log-queries.ts';
import type { AuditLogSearch } from './audit-log-search.ts';
import { DateFilter } from './date-filter.tsx';
import { DownloadCsv } from './download-csv.tsx';
import { labelOf } from './sentence.tsx';
import { subjectOf, useSubjectNames } from './subjects.ts';

const words = rooms.auditLog;

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
  const names = useSubjectNames(entries);
  const filter = (changes: AuditLogSearch) =>
    void navigate({ search: (before: AuditLogSearch) => ({ ...before, ...changes }), replace: true });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <SettingsPage
      title={words.title}
      about={words.about}
      actions={entries.length > 0 && <DownloadCsv search={search} names={names} />}
    >
      {environment === 'sandbox' && <p className="text-quiet">{words.inLive}</p>}
      <Filters search={search} entries={entries} names={names} filter={filter} />
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
              <AuditEntryRow
                key={entry.id}
                entry={entry}
                names={names}
                chooseActor={(actor) => filter({ actor })}
                chooseThing={(thing) => filter({ thing })}
              />
            ))}
          </ul>
        </div>
      )}
      <LoadMore list={list} />
    </SettingsPage>
  );
}

/** Filters by action, person, thing and days. People and things are those of the loaded entries. */
function Filters({
  search,
  entries,
  names,
  filter,
}: {
  search: AuditLogSearch;
  entries: readonly AuditEntry[];
  names: ReadonlyMap<string, string>;
  filter: (changes: AuditLogSearch) => void;
}) {
  const actors = new Map(
    entries.flatMap(({ actor }): [string, string][] => (actor.id === null ? [] : [[actor.id, actor.name]])),
  );
  if (search.actor !== undefined && !actors.has(search.actor)) actors.set(search.actor, search.actor);
  const things = new Map(
    entries.flatMap((entry): [string, string][] => {
      const { id, name } = subjectOf(entry, names);
      return name === undefined ? [] : [[id, name]];
    }),
  );
  if (search.thing !== undefined && !things.has(search.thing)) things.set(search.thing, search.thing);
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <search aria-label={text.common.filters.label} className="flex flex-wrap items-center gap-2">
      <FilterSelect
        label={words.action}
        value={search.action}
        options={[
          { value: '', label: words.anyAction },
          ...AUDIT_ACTIONS.map((value) => ({ value, label: labelOf(value) })),
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
      <FilterSelect
        label={words.thing}
        value={search.thing}
        options={[
          { value: '', label: words.anyThing },
          ...[...things].map(([value, label]) => ({ value, label })),
        ]}
        choose={(thing) => filter({ thing })}
      />
      <DateFilter days={search} choose={filter} />
      {isFiltered && (
        <ClearFilters
          clear={() =>
            filter({ action: undefined, actor: undefined, thing: undefined, from: undefined, to: undefined })
          }
        />
      )}
    </search>
  );
}
