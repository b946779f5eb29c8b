import type { Clock } from '#lib/clock.ts';
import { newId } from '#lib/ids.ts';
import { newToken } from '#lib/token.ts';
import type { InvitationRow, MakerId, Role } from '#storage/tables.ts';

const LASTS_MS = 7 * 24 * 3_600_000;

type Invited = { role: Role; email?: string | null; invitedBy?: MakerId | null };

/** A new row, and the token of its link, which cannot be read again. */
export function newInvitation(
  clock: Clock,
  { role, email = null, invitedBy = null }: Invited,
): { row: Omit<InvitationRow, 'workspace_id'>; token: string } {
  const { token, hash } = newToken();
  const now = clock.now();
  const row = {
    invitation_id: newId('invitation'),
    role,
    email,
    secret_hash: hash,
    invited_by: invitedBy,
    created_at: now,
    expires_at: now + LASTS_MS,
  };
  return { row, token };
}

/** The page where an invitation is accepted. Browsers do not send what follows the #, so it appears in no log. */
export const joinLink = (baseUrl: string, token: string): string => `${baseUrl}/join#token=${token}`;
