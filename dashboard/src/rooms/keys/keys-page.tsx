import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { API_KEYS, type ApiKey, isEnded, keysQuery } from '#shared/api/key-queries.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { request } from '#shared/api/request.ts';
import { ApiCode } from '#shared/components/api-code.tsx';
import { AddButton } from '#shared/components/button.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { NameDialog } from '#shared/components/name-dialog.tsx';
import { Empty, Failure, Loading, Panel } from '#shared/components/page.tsx';
import { EnvironmentBadge, ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyRow } from './key-row.tsx';
import { NewKey } from './new-key.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

const words = rooms.keys;

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
  const { data, isPending, error, refetch } = list;
  const bases = useQuery(knowledgeBasesQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  const nameOf = new Map(bases.data?.map(({ id, name }) => [id, name]));
  const create = <AddButton label={words.create} onClick={() => setOpen({ what: 'create' })} />;
  const rowsOf = (keys: ApiKey[]) => (
    <ul className="-m-4">
      {keys.map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          baseNames={nameOf}
          rename={() => setOpen({ what: 'rename', key })}
          replace={() => setOpen({ what: 'create', replaced: key })}
          revoke={() => setOpen({ what: 'revoke', key })}
        />
      ))}
    </ul>
  );
  const active = all.filter((key) => !isEnded(key));
  const ended = all.filter(isEnded);
  return (
    <SettingsPage title={words.title} about={words.about} actions={create}>
      <WhichEnvironment />
      <p>
        <a href="/docs" className="underline">
          {words.reference}
        </a>
      </p>
      {isPending && <Loading />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <Panel title={words.active}>
          {active.length === 0 ? (
            <Empty icon={KeyRound} guide="keys" title={words.empty} about={words.emptyAbout} />
          ) : (
            rowsOf(active)
          )}
        </Panel>
      )}
      {ended.length > 0 && <Panel title={words.ended}>{rowsOf(ended)}</Panel>}
      <LoadMore list={list} />
      <ApiCode call="keys" />
      {active.length > 0 && <Rotation />}
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
