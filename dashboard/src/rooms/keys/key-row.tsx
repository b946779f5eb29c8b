import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { type ApiKey, isEnded } from '#shared/api/key-queries.ts';
import { Badge } from '#shared/components/badge.tsx';
import { MadeBy } from '#shared/components/made-by.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { explain } from '#shared/components/tooltip.ts';
import { LabelledWhen } from '#shared/components/when.tsx';
import { keys as words } from '#shared/strings/keys.ts';

/** Older keys should be replaced. */
const OLD_MS = 90 * 86_400_000;

/** A key with its scope and use. */
export const KeyRow = ({
  apiKey,
  baseNames,
  rename,
  replace,
  revoke,
}: {
  apiKey: ApiKey;
  /** Names of knowledge bases by id. */
  baseNames: ReadonlyMap<string, string>;
  rename: () => void;
  replace: () => void;
  revoke: () => void;
}) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 border-b border-line px-4 py-3.5 last:border-b-0">
    <div className="grid min-w-0 gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{apiKey.name}</span>
        <span {...explain(words.scopeAbout[apiKey.scope])}>
          <Badge tone={apiKey.scope === 'admin' ? 'warning' : 'plain'}>{words.scopes[apiKey.scope]}</Badge>
        </span>
        {apiKey.revoked_at !== undefined && <Badge tone="bad">{words.revoked}</Badge>}
        {apiKey.revoked_at === undefined && isEnded(apiKey) && <Badge tone="warning">{words.expired}</Badge>}
        {isOld(apiKey) && (
          <span {...explain(words.isOldAbout)}>
            <Badge tone="warning">{words.isOld}</Badge>
          </span>
        )}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-small text-quiet">
        <code className="font-mono">{textOf(apiKey)}</code>
        <LabelledWhen label={words.lastUsed} at={apiKey.last_used_at} />
        <Ending apiKey={apiKey} />
        <LabelledWhen label={words.created} at={apiKey.created_at}>
          <MadeBy id={apiKey.created_by} />
        </LabelledWhen>
        {apiKey.knowledge_base_ids && <Restriction ids={apiKey.knowledge_base_ids} names={baseNames} />}
      </p>
    </div>
    {apiKey.revoked_at === undefined && (
      <Menu
        label={words.actionsFor(apiKey.name)}
        entries={[
          { label: words.rename, choose: rename, icon: Pencil },
          { label: words.replace, choose: replace, icon: RotateCw },
          {
            label: words.revoke,
            choose: revoke,
            icon: Trash2,
            look: 'danger',
          },
        ]}
      />
    )}
  </li>
);

const Ending = ({ apiKey: { revoked_at, expires_at } }: { apiKey: ApiKey }) => {
  if (revoked_at !== undefined) return <LabelledWhen label={words.revoked} at={revoked_at} />;
  if (expires_at === undefined) return <span>{words.noExpiry}</span>;
  const isOver = Date.parse(expires_at) <= Date.now();
  return <LabelledWhen label={isOver ? words.expired : words.expires} at={expires_at} />;
};

/** Up to three names, or their number. */
const Restriction = ({ ids, names }: { ids: readonly string[]; names: ReadonlyMap<string, string> }) => {
  const known = ids.flatMap((id) => names.get(id) ?? []).join(', ');
  return (
    <span {...explain(known)}>
      {ids.length <= 3 && known !== '' ? words.restrictedTo(known) : words.restricted(ids.length)}
    </span>
  );
};

const textOf = ({ environment, last_four }: ApiKey): string =>
  `${environment === 'live' ? 'svc_live_' : 'svc_test_'}…${last_four}`;

const isOld = (key: ApiKey): boolean => !isEnded(key) && Date.now() - Date.parse(key.created_at) > OLD_MS;
