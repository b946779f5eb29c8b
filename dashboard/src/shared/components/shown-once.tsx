import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { rooms } from '#shared/strings/rooms.ts';
import { Button } from './button.tsx';
import { CopyLine } from './copy-line.tsx';
import { Dialog } from './dialog.tsx';

const { settings } = rooms;

const words = settings.shownOnce;

/** A secret that is shown only once. Only its button closes the dialog: not Escape, not a click outside. */
export const ShownOnce = ({
  title,
  label,
  secret,
  warning = words.warning,
  done = words.done,
  children,
  close,
}: {
  title: string;
  /** What the secret is. */
  label: string;
  secret: string;
  warning?: string;
  /** The label of the button that closes it. */
  done?: string;
  children?: ReactNode;
  close: () => void;
}) => (
  <Dialog
    isOpen
    close={() => {
      // A key hit by mistake would lose the secret.
    }}
    title={title}
    about={
      <span className="mt-2 flex items-start gap-2 rounded-control bg-warning-ground px-3 py-2 font-medium text-warning">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {warning}
      </span>
    }
  >
    <div className="grid gap-1">
      <p className="font-medium">{label}</p>
      <CopyLine value={secret} />
    </div>
    {children}
    <div className="flex justify-end">
      <Button look="primary" onClick={close}>
        {done}
      </Button>
    </div>
  </Dialog>
);
