import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '#shared/components/dialog.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { ConnectorDialog } from './connector-dialog.tsx';
import { KINDS } from './kinds.ts';

const words = rooms.connectors;

/** Asks what to connect, and then for what the kind needs. kind: the one that was chosen. */
export function AddConnector({
  kind,
  choose,
  close,
}: {
  kind: string | undefined;
  choose: (kind: string | undefined) => void;
  close: () => void;
}) {
  const navigate = useNavigate();
  if (kind !== undefined && KINDS[kind])
    return (
      <ConnectorDialog
        key={kind}
        kindName={kind}
        other={() => choose(undefined)}
        close={close}
        done={({ id }) => navigate({ to: '/sources/connectors/$id', params: { id }, replace: true })}
      />
    );
  return (
    <Dialog isOpen close={close} title={words.add} about={words.choose}>
      <ul className="grid gap-2 sm:grid-cols-2">
        {Object.entries(KINDS).map(([value, { icon: Icon, name, about }]) => (
          <li key={value} className="grid">
            <button
              type="button"
              onClick={() => choose(value)}
              className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 rounded-panel border border-line p-3 text-start hover:border-strong-line hover:bg-sunken"
            >
              <Icon aria-hidden className="row-span-2 mt-0.5 size-5 text-quiet" />
              <span className="font-medium">{name}</span>
              <span className="text-small text-quiet">{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
