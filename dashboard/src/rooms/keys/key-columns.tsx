import { type ApiKey, isEnded } from '#shared/api/key-queries.ts';
import { Badge } from '#shared/components/badge.tsx';
import { MadeBy } from '#shared/components/made-by.tsx';
import { explain, tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { formatList } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { Column } from '#shared/table/columns.ts';

const words = rooms.keys;

/** Older keys should be replaced. */
const OLD_MS = 90 * 86_400_000;

export const keyOfKey = ({ id }: ApiKey): string => id;
export const nameOfKey = ({ name }: ApiKey): string => name;

/** names: of knowledge bases by id. */
export const keyColumns = (names: ReadonlyMap<string, string>): Column<ApiKey>[] => [
  {
    id: 'name',
    head: words.name,
    width: 150,
    isSortable: true,
    value: nameOfKey,
    cell: (key) => <Name apiKey={key} />,
  },
  {
    id: 'scope',
    head: words.scope,
    width: 104,
    isSortable: true,
    value: ({ scope }) => words.scopes[scope],
    cell: ({ scope }) => (
      <span {...explain(words.scopeAbout[scope])}>
        <Badge tone={scope === 'admin' ? 'warning' : 'plain'}>{words.scopes[scope]}</Badge>
      </span>
    ),
  },
  {
    id: 'sees',
    head: words.sees,
    width: 132,
    rank: 3,
    value: ({ knowledge_base_ids: ids }) => ids && (namesOf(ids, names) || String(ids.length)),
    cell: ({ knowledge_base_ids: ids }) => ids && <Restriction ids={ids} names={names} />,
  },
  {
    id: 'key',
    head: words.newLabel,
    width: 124,
    rank: 5,
    value: textOf,
    cell: (key) => <code className="font-mono text-small">{textOf(key)}</code>,
  },
  {
    id: 'created_at',
    head: words.created,
    width: 150,
    rank: 6,
    isSortable: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at, created_by }) => (
      <>
        <When at={created_at} />
        <MadeBy id={created_by} />
      </>
    ),
  },
  {
    id: 'expires_at',
    head: words.expires,
    width: 112,
    rank: 4,
    isSortable: true,
    value: ({ revoked_at, expires_at }) => revoked_at ?? expires_at,
    cell: ({ revoked_at, expires_at }) =>
      revoked_at === undefined && expires_at === undefined ? (
        words.noExpiry
      ) : (
        <When at={revoked_at ?? expires_at} />
      ),
  },
  {
    id: 'last_used_at',
    head: words.lastUsed,
    width: 108,
    rank: 2,
    isSortable: true,
    isNumber: true,
    value: ({ last_used_at }) => last_used_at,
    cell: ({ last_used_at }) => <When at={last_used_at} />,
  },
];

/** The name, and why the key is of no more use or should be replaced. */
const Name = ({ apiKey }: { apiKey: ApiKey }) => (
  <span className="flex min-w-0 items-center gap-2">
    <span dir="auto" {...tip(apiKey.name)} className="truncate font-medium">
      {apiKey.name}
    </span>
    {apiKey.revoked_at !== undefined && <Badge tone="bad">{words.revoked}</Badge>}
    {apiKey.revoked_at === undefined && isEnded(apiKey) && <Badge tone="warning">{words.expired}</Badge>}
    {isOld(apiKey) && (
      <span {...explain(words.isOldAbout)}>
        <Badge tone="warning">{words.isOld}</Badge>
      </span>
    )}
  </span>
);

const namesOf = (ids: readonly string[], names: ReadonlyMap<string, string>): string =>
  formatList(ids.flatMap((id) => names.get(id) ?? []));

/** Up to three names, or their number. */
const Restriction = ({ ids, names }: { ids: readonly string[]; names: ReadonlyMap<string, string> }) => {
  const known = namesOf(ids, names);
  return (
    <span {...explain(known)}>
      {ids.length <= 3 && known !== ''
        ? words.restrictedTo({ names: known })
        : words.restricted({ count: ids.length })}
    </span>
  );
};

function textOf({ environment, last_four }: ApiKey): string {
  return `${environment === 'live' ? 'svc_live_' : 'svc_test_'}…${last_four}`;
}

const isOld = (key: ApiKey): boolean => !isEnded(key) && Date.now() - Date.parse(key.created_at) > OLD_MS;
