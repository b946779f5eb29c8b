import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { Passkey as PasskeySchema } from '#server/accounts/passkey-schema.ts';
import { request, requestPage } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { NameDialog } from '#shared/components/name-dialog.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { LabelledWhen } from '#shared/components/when.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { nameOfBrowser } from './name-of-browser.ts';
import { hasPasskeys, makePasskey } from './passkey-ceremonies.ts';

const words = rooms.myAccount;

type Passkey = z.infer<typeof PasskeySchema>;

const PASSKEYS = '/v1/account/passkeys';
const QUERY_KEY = ['passkeys'];

/** The passkeys of the account. */
export function Passkeys() {
  const { has_password } = useAccount();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => (await requestPage<Passkey>(PASSKEYS, {}, signal)).items,
    enabled: has_password,
  });
  const [isAdding, setAdding] = useState(false);
  const add = async (name: string): Promise<unknown> => {
    const credential = await makePasskey({ failed: words.passkeyFailed, exists: words.passkeyExists });
    return await request('POST', PASSKEYS, { name, credential });
  };
  if (!has_password) return null;
  return (
    <Panel
      title={words.passkeys}
      actions={hasPasskeys() && <Button onClick={() => setAdding(true)}>{words.addPasskey}</Button>}
    >
      {isPending && <Loading lines={2} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <div className="grid max-w-prose gap-1">
          <p>{words.noPasskeys}</p>
          <p className="text-quiet">{hasPasskeys() ? words.passkeysAbout : words.noPasskeysHere}</p>
        </div>
      )}
      {data && data.length > 0 && (
        <ul className="-m-4">
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding && (
        <NameDialog
          title={words.addPasskeyTitle}
          about={words.addPasskeyAbout}
          label={words.passkeyName}
          name={nameOfBrowser(navigator.userAgent)}
          action={words.addPasskey}
          write={add}
          written={words.passkeyAdded}
          queryKey={QUERY_KEY}
          close={() => setAdding(false)}
        />
      )}
    </Panel>
  );
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const [asked, setAsked] = useState<'rename' | 'remove'>();
  const close = (): void => setAsked(undefined);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="flex flex-wrap gap-x-4 text-small text-quiet">
          <LabelledWhen label={words.added} at={created_at} />
          {last_used_at && <LabelledWhen label={words.used} at={last_used_at} />}
        </p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={words.renamePasskey({ name })} onClick={() => setAsked('rename')}>
          {words.rename}
        </Button>
        <Button aria-label={words.removePasskey({ name })} onClick={() => setAsked('remove')}>
          {words.remove}
        </Button>
      </div>
      {asked === 'rename' && (
        <NameDialog
          title={words.renamePasskeyTitle}
          label={words.passkeyName}
          name={name}
          action={words.rename}
          write={(to) => request('PATCH', `${PASSKEYS}/${id}`, { name: to })}
          written={words.passkeyRenamed}
          queryKey={QUERY_KEY}
          close={close}
        />
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          title={words.removePasskeyTitle({ name })}
          about={words.removePasskeyAbout}
          action={words.remove}
          send={() => request('DELETE', `${PASSKEYS}/${id}`)}
          said={words.passkeyRemoved}
          stale={[QUERY_KEY]}
          close={close}
        />
      )}
    </li>
  );
}
