import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { submit } from '#shared/api/request.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Button, IconButton } from '#shared/components/button.tsx';
import { LeaveDialog } from '#shared/components/leave-dialog.tsx';
import { NameDialog } from '#shared/components/name-dialog.tsx';
import { Panel } from '#shared/components/page.tsx';
import { accountQuery, useAccount } from '#shared/hooks/use-account.ts';
import { useSwitchWorkspace } from '#shared/hooks/use-switch-workspace.ts';
import { members } from '#shared/strings/members.ts';
import { settings } from '#shared/strings/settings.ts';
import { text } from '#shared/strings/text.ts';
import { DeleteWorkspaceDialog } from './delete-workspace-dialog.tsx';

const words = settings.workspace;

/** The signed-in person's workspaces. */
export function Workspaces() {
  const { workspace, workspaces } = useAccount();
  const isOwner = workspace.role === 'owner';
  const [isCreating, setCreating] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [deleted, setDeleted] = useState<{ id: string; name: string }>();
  return (
    <Panel
      title={words.yours}
      actions={
        <Button
          disabled={!isOwner}
          about={isOwner ? undefined : words.ownersOnly}
          onClick={() => setCreating(true)}
        >
          {words.create}
        </Button>
      }
    >
      <ul className="-m-4">
        {workspaces.map(({ id, name, role }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0"
          >
            <span className="flex min-h-8 min-w-0 flex-1 basis-48 flex-wrap items-center gap-2">
              <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</span>
              <Badge tone={role === 'owner' ? 'accent' : 'plain'}>{settings.roles[role]}</Badge>
            </span>
            {id === workspace.id ? (
              <span className="flex items-center gap-2">
                <Badge tone="good">{words.current}</Badge>
                <Button onClick={() => setLeaving(true)}>{members.leave}</Button>
              </span>
            ) : (
              <span className="flex items-center gap-1">
                <SwitchButton id={id} name={name} />
                {role === 'owner' && (
                  <IconButton
                    icon={Trash2}
                    label={words.deleteOf(name)}
                    onClick={() => setDeleted({ id, name })}
                  />
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {isCreating && (
        <NameDialog
          title={words.create}
          about={words.createAbout}
          label={words.name}
          action={text.common.create}
          write={(name, submission) => submit(submission, 'POST', '/v1/workspaces', { name })}
          written={words.createdOf}
          queryKey={accountQuery.queryKey}
          close={() => setCreating(false)}
        />
      )}
      {isLeaving && <LeaveDialog close={() => setLeaving(false)} />}
      {deleted && <DeleteWorkspaceDialog workspace={deleted} close={() => setDeleted(undefined)} />}
    </Panel>
  );
}

function SwitchButton({ id, name }: { id: string; name: string }) {
  const move = useSwitchWorkspace();
  return (
    <Button
      aria-label={words.switchToOf(name)}
      isBusy={move.isPending || move.isSuccess}
      onClick={() => move.mutate(id)}
    >
      {words.switchTo}
    </Button>
  );
}
