import { useQueries } from '@tanstack/react-query';
import { requestAll } from '#shared/api/request.ts';
import type { AuditEntry } from './audit-log-queries.ts';

/** Where the names of things come from, by the prefix of their id. Of others the log itself has the name, or none. */
const LISTS: Readonly<Record<string, string>> = {
  acc: '/v1/members',
  agt: '/v1/agents',
  con: '/v1/connectors',
  kb: '/v1/knowledge-bases',
  key: '/v1/api-keys',
  wh: '/v1/webhooks',
};

/** The pages of things that still exist. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  agt: (id) => `/agents/${id}`,
  con: (id) => `/sources/connectors/${id}`,
  crawl: (id) => `/sources/crawls/${id}`,
  wh: (id) => `/settings/webhooks/${id}`,
  acc: () => '/settings/members',
  inv: () => '/settings/members',
  kb: () => '/knowledge-bases',
  key: () => '/settings/api-keys',
  ws: () => '/settings/workspace',
};

const prefixOf = (id: string): string => id.split('_')[0] ?? '';

type Named = { id: string; name?: string; url?: string };

const NAMES_KEPT_MS = 60_000;

/** The names of the things that entries are about, as they are called now. Lists that no entry needs are not read. */
export function useSubjectNames(entries: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const prefixes = [...new Set(entries.map(({ subject_id }) => prefixOf(subject_id)))].filter(
    (prefix) => LISTS[prefix] !== undefined,
  );
  const lists = useQueries({
    queries: prefixes.map((prefix) => ({
      queryKey: ['subject-names', prefix],
      queryFn: ({ signal }: { signal: AbortSignal }) => requestAll<Named>(LISTS[prefix] ?? '', signal),
      staleTime: NAMES_KEPT_MS,
    })),
  });
  return new Map(
    lists.flatMap(({ data = [] }) =>
      data.map(({ id, name, url }): [string, string] => [id, name ?? url ?? id]),
    ),
  );
}

/** What an entry is about: its name then or now, and its page unless it is gone. */
export type Subject = { id: string; name: string | undefined; to: string | undefined };

export function subjectOf(entry: AuditEntry, names: ReadonlyMap<string, string>): Subject {
  const { subject_id: id, action, actor } = entry;
  const { name: at, email, url } = entry.details;
  const prefix = prefixOf(id);
  const isRenamed = typeof at === 'object';
  const then = [isRenamed ? undefined : at, actor.id === id ? actor.name : undefined, email, url].find(
    (each): each is string => typeof each === 'string' && each !== '',
  );
  const isGone =
    /\.(?:deleted|removed|revoked)$/.test(action) || (LISTS[prefix] !== undefined && !names.has(id));
  // The names of passkeys are in the entry of the account that has them.
  const name = then ?? names.get(id);
  return { id, name, to: isGone ? undefined : PAGES[prefix]?.(id) };
}
