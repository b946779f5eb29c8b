import { CopyButton } from '../components/copy-button.tsx';
import { ShownOnce } from '../settings/shown-once.tsx';
import { keys as words } from '../strings/keys.ts';

/** The text of a key that was just made, with a request to try it. */
export function NewKey({ name, secret, close }: { name: string; secret: string; close: () => void }) {
  const curl = `curl '${location.origin}/v1/query?query=hello' -H 'Authorization: Bearer ${secret}'`;
  return (
    <ShownOnce title={words.newTitle(name)} label={words.newLabel} secret={secret} close={close}>
      <div className="grid gap-1">
        <p className="font-medium">{words.newCurl}</p>
        <div className="flex flex-wrap items-start gap-2">
          <code className="min-w-0 flex-1 basis-60 rounded-control border border-line bg-sunken px-2.5 py-1.5 font-mono text-small break-all">
            {curl}
          </code>
          <CopyButton value={curl} label={words.copyCurl} />
        </div>
      </div>
    </ShownOnce>
  );
}
