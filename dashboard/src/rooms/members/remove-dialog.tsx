import { useState } from 'react';
import { MEMBERS, type Member } from '#shared/api/member-queries.ts';
import { request } from '#shared/api/request.ts';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { EndingGrants } from '#shared/components/ending-grants.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.members;

/** Removes another member. */
export function RemoveDialog({ member: { id, name }, close }: { member: Member; close: () => void }) {
  const [isAdopted, adopt] = useState(false);
  return (
    <ConfirmDialog
      title={words.removeTitle({ name })}
      about={words.removeAbout}
      action={words.removeAction}
      send={() => request('DELETE', `${MEMBERS}/${id}?adopt=${isAdopted}`)}
      said={words.removed({ name })}
      stale={[['members'], ['invitations']]}
      close={close}
    >
      <EndingGrants path={`${MEMBERS}/${id}/grants`} isAdopted={isAdopted} adopt={adopt} />
    </ConfirmDialog>
  );
}
