import { CopyLine } from '#shared/components/copy-line.tsx';
import { ShownOnce } from '#shared/components/shown-once.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.keys;

/** A new key, with a request to try it. */
export function NewKey({ name, secret, close }: { name: string; secret: string; close: () => void }) {
  const curl = `curl '${location.origin}/v1/query?query=hello' -H 'Authorization: Bearer ${secret}'`;
  return (
    <ShownOnce title={words.newTitle({ name })} label={words.newLabel} secret={secret} close={close}>
      <div className="grid gap-1">
        <p className="font-medium">{words.newCurl}</p>
        <CopyLine value={curl} label={words.copyCurl} />
      </div>
    </ShownOnce>
  );
}
