import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import { API_KEYS, type NewApiKey } from '#shared/api/key-queries.ts';
import { submit } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { CopyLine } from '#shared/components/copy-line.tsx';
import { Failure } from '#shared/components/page.tsx';
import { useSave } from '#shared/hooks/use-save.ts';
import { firstRun } from '#shared/strings/first-run.ts';

const words = firstRun.key;

/** Creates a key, and shows a request that uses it. */
export function KeyStep() {
  const { data: agents = [] } = useQuery(agentsQuery);
  const create = useSave<NewApiKey>(
    (_, submission) =>
      submit<NewApiKey>(submission, 'POST', API_KEYS, { name: words.name, scope: 'read_write' }),
    {
      stale: [['keys']],
    },
  );
  if (!create.data)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="max-w-prose text-quiet">{words.about}</p>
        {create.error && <Failure error={create.error} />}
        <Button isBusy={create.isPending} onClick={() => create.mutate()}>
          {words.action}
        </Button>
      </div>
    );
  const { key } = create.data;
  const command = commandFor(key, agents[0]?.id);
  return (
    <div ref={focus} tabIndex={-1} className="grid gap-3 outline-none">
      <p className="rounded-control bg-warning-ground px-3 py-2 font-medium text-warning" role="status">
        {words.shownOnce}
      </p>
      <CopyLine value={key} label={words.copyKey} />
      <p>{words.curl}</p>
      <CopyLine value={command} label={words.copyCurl} />
    </div>
  );
}

/** The button that had the focus is gone. */
const focus = (element: HTMLElement | null): void => element?.focus();

const commandFor = (key: string, agentId: string | undefined): string =>
  agentId === undefined
    ? `curl '${location.origin}/v1/query?query=hello' -H 'Authorization: Bearer ${key}'`
    : `curl '${location.origin}/v1/agents/${agentId}/chat' -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify({ message: words.question })}'`;
