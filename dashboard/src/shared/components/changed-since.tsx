import { useAccount } from '#shared/hooks/use-account.ts';
import { conflicts as words } from '#shared/strings/conflicts.ts';
import { Button } from './button.tsx';
import type { Conflict } from './conflict.ts';

/** Tells who changed the same thing, and asks whose version to keep. */
export function ChangedSince({ conflict, isBusy }: { conflict: Conflict; isBusy: boolean }) {
  const { id } = useAccount();
  const detail = (field: string) => conflict.error.details.find((each) => each.field === field)?.reason;
  const name = detail('changed_by');
  const isOwn = detail('changed_by_id') === id;
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-2 rounded-panel border border-warning/40 bg-warning-ground p-4"
    >
      <p className="font-medium text-warning [overflow-wrap:anywhere]">
        {isOwn ? words.yours : name === undefined ? words.someone : words.by(name)}
      </p>
      <p>{words.about}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={conflict.reload}>{words.reload}</Button>
        <Button isBusy={isBusy} onClick={conflict.overwrite}>
          {words.overwrite}
        </Button>
      </div>
    </div>
  );
}
