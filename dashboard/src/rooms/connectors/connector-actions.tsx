import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pause, Play, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { RadioGroup } from '#shared/components/radio-group.tsx';
import { useSave } from '#shared/hooks/use-save.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { ConnectorDialog } from './connector-dialog.tsx';
import { CONNECTORS, type Connector, isActive } from './connector-queries.ts';
import { KINDS } from './kinds.ts';

const words = rooms.connectors;

const STALE = [['connectors']];

/** Sync now, pause or resume, edit and delete. */
export function ConnectorActions({
  connector,
  version,
}: {
  connector: Connector;
  version: string | undefined;
}) {
  const { id, name, kind, state } = connector;
  const [asked, setAsked] = useState<'edit' | 'delete'>();
  const close = (): void => setAsked(undefined);
  const path = `${CONNECTORS}/${id}`;
  const isPaused = state === 'paused';
  const sync = useSave(() => request('POST', `${path}/sync`), {
    said: words.syncStarted,
    stale: STALE,
    tellsErrors: true,
  });
  const pause = useSave(() => request('PATCH', path, { paused: !isPaused }), {
    said: isPaused ? words.resumedOf({ name }) : words.pausedOf({ name }),
    stale: STALE,
    tellsErrors: true,
  });
  const Icon = isPaused ? Play : Pause;
  return (
    <>
      <Button isBusy={pause.isPending} onClick={() => pause.mutate()}>
        <Icon aria-hidden className="size-4" />
        {isPaused ? words.resume : words.pause}
      </Button>
      {!isPaused && (
        <Button
          look="primary"
          isBusy={sync.isPending}
          disabled={isActive(connector)}
          onClick={() => sync.mutate()}
        >
          <RefreshCw aria-hidden className="size-4" />
          {words.syncNow}
        </Button>
      )}
      <Menu
        label={words.actionsOf({ name })}
        entries={[
          ...(KINDS[kind] ? [{ label: words.edit, choose: () => setAsked('edit') }] : []),
          { label: words.delete, choose: () => setAsked('delete'), look: 'danger' as const },
        ]}
      />
      {asked === 'edit' && (
        <ConnectorDialog kindName={kind} connector={connector} version={version} close={close} done={close} />
      )}
      {asked === 'delete' && <DeleteConnector connector={connector} close={close} />}
    </>
  );
}

function DeleteConnector({ connector: { id, name }, close }: { connector: Connector; close: () => void }) {
  const [sources, setSources] = useState<'keep' | 'delete'>('keep');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={words.deleteOf({ name })}
      about={words.deleteAbout}
      action={words.delete}
      send={() => request('DELETE', `${CONNECTORS}/${id}?sources=${sources}`)}
      said={words.deleted({ name })}
      done={async () => {
        await navigate({ to: '/sources/connectors' });
        queryClient.removeQueries({ queryKey: ['connectors', 'one', id] });
      }}
      stale={[['connectors', 'list'], ['sources']]}
      close={close}
    >
      <RadioGroup
        label={words.deleteWhat}
        value={sources}
        choose={setSources}
        options={[
          { value: 'keep', label: words.keepSources, about: words.keepSourcesAbout },
          { value: 'delete', label: words.deleteSources, about: words.deleteSourcesAbout },
        ]}
      />
    </ConfirmDialog>
  );
}
