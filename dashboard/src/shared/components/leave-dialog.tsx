import { useQueryClient } from '@tanstack/react-query';
import { MEMBERS } from '#shared/api/member-queries.ts';
import { leaveSession, request } from '#shared/api/request.ts';
import { useAccount } from '#shared/hooks/use-account.ts';
import { members as words } from '#shared/strings/members.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { EndingGrants } from './ending-grants.tsx';

/** Lets the signed-in person leave the current workspace. */
export function LeaveDialog({ close }: { close: () => void }) {
  const { id, workspace, workspaces } = useAccount();
  const isOnlyOne = workspaces.length === 1;
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      title={words.leaveTitle(workspace.name)}
      about={`${words.leaveAbout} ${isOnlyOne ? words.leaveOnlyOne : words.leaveToOther}`}
      action={words.leave}
      send={() => request('DELETE', `${MEMBERS}/${id}`)}
      // The service has switched to another workspace or signed the person out. Nothing of this one may stay on the page.
      done={() => {
        leaveSession();
        queryClient.clear();
        location.assign(isOnlyOne ? '/sign-in?left=true' : '/');
      }}
      close={close}
    >
      <EndingGrants path={`${MEMBERS}/${id}/grants`} title={words.leaveGrants} isAdopted={false} />
    </ConfirmDialog>
  );
}
