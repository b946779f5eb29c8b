import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { INVITATIONS, type Invitation, invitationsQuery } from '#shared/api/member-queries.ts';
import { request } from '#shared/api/request.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { MadeBy } from '#shared/components/made-by.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { LabelledWhen } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.members;
const { settings } = rooms;

/** Pending invitations. */
export function Invitations() {
  const invitations = useInfiniteQuery(invitationsQuery);
  const { data, isPending, error, refetch } = invitations;
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Panel title={words.invitations}>
        {isPending && <Loading lines={2} />}
        {error && !data && <Failure error={error} retry={() => void refetch()} />}
        {data && all.length === 0 && <p className="text-quiet">{words.noInvitations}</p>}
        {all.length > 0 && (
          <ul className="-m-4">
            {all.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )}
      </Panel>
      <LoadMore list={invitations} />
    </>
  );
}

function InvitationRow({
  invitation: { id, email, role, created_at, created_by, expires_at },
}: {
  invitation: Invitation;
}) {
  const [isAsking, setAsking] = useState(false);
  const who = email ?? words.anybody;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3.5 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{who}</span>
          <Badge tone={role === 'owner' ? 'accent' : 'plain'}>{settings.roles[role]}</Badge>
        </div>
        <p className="flex flex-wrap gap-x-4 text-small text-quiet">
          <LabelledWhen label={words.invited} at={created_at}>
            <MadeBy id={created_by} />
          </LabelledWhen>
          <LabelledWhen label={words.expires} at={expires_at} />
        </p>
      </div>
      <Button aria-label={words.revokeOf({ who })} onClick={() => setAsking(true)}>
        {words.revoke}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.revokeTitle}
          about={email ? words.revokeAbout({ email }) : words.revokeAboutAnyone}
          action={words.revokeAction}
          send={() => request('DELETE', `${INVITATIONS}/${id}`)}
          said={words.revoked}
          stale={[['invitations']]}
          close={() => setAsking(false)}
        />
      )}
    </li>
  );
}
