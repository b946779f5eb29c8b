import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { INVITATIONS, type Invitation, invitationsQuery } from '#shared/api/member-queries.ts';
import { request } from '#shared/api/request.ts';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { ListTable } from '#shared/table/list-table.tsx';
import { INVITATION_COLUMNS, keyOfInvitation, nameOfInvitation } from './member-columns.tsx';

const words = rooms.members;

/** Pending invitations. */
export function Invitations() {
  const invitations = useInfiniteQuery(invitationsQuery);
  const [revoking, setRevoking] = useState<Invitation>();
  const menu = useCallback(
    (invitation: Invitation) => [
      {
        label: words.revokeAction,
        choose: () => setRevoking(invitation),
        icon: Trash2,
        look: 'danger' as const,
      },
    ],
    [],
  );
  return (
    <>
      <ListTable
        id="invitations"
        label={words.invitations}
        title={words.invitations}
        list={invitations}
        columns={INVITATION_COLUMNS}
        keyOf={keyOfInvitation}
        nameOf={nameOfInvitation}
        menu={menu}
        empty={<p className="px-4 py-3 text-quiet">{words.noInvitations}</p>}
      />
      {revoking && (
        <ConfirmDialog
          title={words.revokeTitle}
          about={revoking.email ? words.revokeAbout({ email: revoking.email }) : words.revokeAboutAnyone}
          action={words.revokeAction}
          send={() => request('DELETE', `${INVITATIONS}/${revoking.id}`)}
          said={words.revoked}
          stale={[['invitations']]}
          close={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}
