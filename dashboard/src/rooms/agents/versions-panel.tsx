import { useQuery, useQueryClient } from '@tanstack/react-query';
import { GitCompareArrows, History, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS } from '#shared/api/agent-queries.ts';
import { submit } from '#shared/api/request.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { When } from '#shared/components/when.tsx';
import { formatList } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { showAgent } from './agent-actions.ts';
import { fieldLabel, VersionDiff } from './version-diff.tsx';
import { type ListedVersion, versionsQuery } from './version-queries.ts';

const words = rooms.agents;

/** What the agent was published as: by whom, when, what differs, and the way back.
 *  mayRestore: without it, versions can only be read. */
export function VersionsPanel({ agent, mayRestore }: { agent: Agent; mayRestore: boolean }) {
  const { data, isPending, error, refetch } = useQuery(versionsQuery(agent.id));
  const [open, setOpen] = useState<number>();
  const [restoring, setRestoring] = useState<number>();
  const queryClient = useQueryClient();
  return (
    <Panel title={words.versions.title}>
      <p className="max-w-prose pb-3 text-quiet">{words.versions.about}</p>
      {isPending && <Loading lines={4} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <ol aria-label={words.versions.title} className="grid">
          {data.map((version, index) => (
            <VersionItem
              key={version.number}
              agentId={agent.id}
              version={version}
              previous={data[index + 1]?.number}
              all={data}
              isLive={version.number === agent.version}
              isOpen={open === version.number}
              toggle={() => setOpen(open === version.number ? undefined : version.number)}
              restore={mayRestore ? () => setRestoring(version.number) : undefined}
            />
          ))}
        </ol>
      )}
      {restoring !== undefined && (
        <ConfirmDialog
          title={words.versions.restoreTitle({ number: restoring })}
          about={words.versions.restoreAbout}
          action={words.versions.restore}
          send={(submission) => {
            submission.version = agent.updated_at;
            return submit<Agent>(
              submission,
              'POST',
              `${AGENTS}/${agent.id}/versions/${restoring}/restore`,
              {},
            );
          }}
          said={words.versions.restored({ number: restoring })}
          stale={[versionsQuery(agent.id).queryKey]}
          done={(now) => showAgent(queryClient, now)}
          close={() => setRestoring(undefined)}
        />
      )}
    </Panel>
  );
}

function VersionItem({
  agentId,
  version: { number, author, created_at, note, changed, restored_from },
  previous,
  all,
  isLive,
  isOpen,
  toggle,
  restore,
}: {
  agentId: string;
  version: ListedVersion;
  /** The number of the version before; undefined for the oldest that is kept. */
  previous: number | undefined;
  all: readonly ListedVersion[];
  isLive: boolean;
  isOpen: boolean;
  toggle: () => void;
  restore: (() => void) | undefined;
}) {
  const others = all.filter((each) => each.number !== number);
  const [chosen, choose] = useState<number>();
  const other = chosen ?? previous ?? others[0]?.number;
  const title = words.versions.number({ number });
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <History aria-hidden className="size-4 text-quiet" />
            {title}
            {isLive && <Badge tone="good">{words.versions.live}</Badge>}
          </p>
          {note && (
            <p dir="auto" className="[overflow-wrap:anywhere]">
              {note}
            </p>
          )}
          <p className="flex flex-wrap gap-x-3 text-small text-quiet">
            <span className="[overflow-wrap:anywhere]">{author.name}</span>
            <When at={created_at} />
            {restored_from !== null && <span>{words.versions.restoredFrom({ number: restored_from })}</span>}
            {changed.length > 0 && <span>{formatList(changed.map(fieldLabel))}</span>}
          </p>
        </div>
        <div className="flex gap-1">
          {other !== undefined && (
            <Button
              look="quiet"
              aria-expanded={isOpen}
              aria-label={words.versions.compareOf({ number })}
              onClick={toggle}
            >
              <GitCompareArrows aria-hidden className="size-4" />
              {words.versions.compare}
            </Button>
          )}
          {restore && !isLive && (
            <Button look="quiet" aria-label={words.versions.restoreOf({ number })} onClick={restore}>
              <RotateCcw aria-hidden className="size-4" />
              {words.versions.restore}
            </Button>
          )}
        </div>
      </div>
      {isOpen && other !== undefined && (
        <div className="grid gap-3 rounded-control border border-line bg-sunken/40 p-3">
          <div className="max-w-xs">
            <SelectField
              label={words.versions.compareWith}
              options={others.map((each) => ({
                value: String(each.number),
                label: words.versions.number({ number: each.number }),
              }))}
              value={String(other)}
              onChange={(event) => choose(Number(event.target.value))}
            />
          </div>
          <VersionDiff agentId={agentId} older={Math.min(number, other)} newer={Math.max(number, other)} />
        </div>
      )}
    </li>
  );
}
