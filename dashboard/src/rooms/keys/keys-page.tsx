import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { API_KEYS, type ApiKey, isEnded, keysQuery } from '#shared/api/key-queries.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { request } from '#shared/api/request.ts';
import { AddButton } from '#shared/components/button.tsx';
import { NameDialog } from '#shared/components/name-dialog.tsx';
import { Empty } from '#shared/components/page.tsx';
import { EnvironmentBadge, ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { ListTable } from '#shared/table/list-table.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { keyColumns, keyOfKey, nameOfKey } from './key-columns.tsx';
import { NewKey } from './new-key.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

const words = rooms.keys;

const isActive = (key: ApiKey): boolean => !isEnded(key);

export const KeysPage = () => (
  <ForAdmins title={words.title}>
    <Keys />
  </ForAdmins>
);

type Open =
  | { what: 'create'; replaced?: ApiKey }
  | { what: 'created'; name: string; secret: string }
  | { what: 'rename' | 'revoke'; key: ApiKey };

function Keys() {
  const list = useInfiniteQuery(keysQuery);
  const { data: bases } = useQuery(knowledgeBasesQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const create = <AddButton label={words.create} onClick={() => setOpen({ what: 'create' })} />;
  const columns = useMemo(() => keyColumns(new Map(bases?.map(({ id, name }) => [id, name]))), [bases]);
  const menu = useCallback(
    (key: ApiKey) =>
      key.revoked_at !== undefined
        ? []
        : [
            { label: words.rename, choose: () => setOpen({ what: 'rename', key }), icon: Pencil },
            {
              label: words.replace,
              choose: () => setOpen({ what: 'create', replaced: key }),
              icon: RotateCw,
            },
            {
              label: words.revoke,
              choose: () => setOpen({ what: 'revoke', key }),
              icon: Trash2,
              look: 'danger' as const,
            },
          ],
    [],
  );
  const table = { list, columns, keyOf: keyOfKey, nameOf: nameOfKey };
  return (
    <SettingsPage title={words.title} about={words.about} actions={create}>
      <WhichEnvironment />
      <p>
        <a href="/docs" className="underline">
          {words.reference}
        </a>
      </p>
      <ListTable
        {...table}
        id="keys"
        label={words.active}
        title={words.active}
        only={isActive}
        menu={menu}
        empty={<Empty icon={KeyRound} guide="keys" title={words.empty} about={words.emptyAbout} />}
      />
      {all.some(isEnded) && (
        <ListTable
          {...table}
          id="ended-keys"
          label={words.ended}
          title={words.ended}
          only={isEnded}
          menu={menu}
        />
      )}
      {all.some(isActive) && <Rotation />}
      {open?.what === 'create' && (
        <CreateKeyDialog
          replaced={open.replaced}
          close={close}
          done={({ name, key: secret }) => setOpen({ what: 'created', name, secret })}
        />
      )}
      {open?.what === 'created' && <NewKey name={open.name} secret={open.secret} close={close} />}
      {open?.what === 'rename' && (
        <NameDialog
          title={words.renameTitle({ name: open.key.name })}
          label={words.name}
          name={open.key.name}
          action={text.common.save}
          write={(name) => request('PATCH', `${API_KEYS}/${open.key.id}`, { name })}
          written={() => text.common.saved}
          queryKey={keysQuery.queryKey}
          close={close}
        />
      )}
      {open?.what === 'revoke' && <RevokeKeyDialog apiKey={open.key} close={close} />}
    </SettingsPage>
  );
}

/** Keys work in one environment only; people often look for them in the other. */
function WhichEnvironment() {
  const { environment, base_urls } = useAccount();
  const other = base_urls[environment === 'live' ? 'sandbox' : 'live'];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-panel border border-line bg-panel shadow-panel px-4 py-3">
      <EnvironmentBadge environment={environment} />
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">{words.environment[environment]}</span>{' '}
        {words.environmentAbout[environment]}
      </p>
      <a
        className="inline-flex min-h-6 items-center text-accent-ink underline"
        href={`${other}/settings/api-keys`}
      >
        {words.elsewhere[environment]}
      </a>
    </div>
  );
}

const Rotation = () => (
  <section aria-label={words.rotation} className="text-small text-quiet">
    <p className="font-medium">{words.rotation}</p>
    <ol className="list-decimal ps-5">
      <li>{words.rotationSteps.create}</li>
      <li>{words.rotationSteps.use}</li>
      <li>{words.rotationSteps.revoke}</li>
    </ol>
  </section>
);
