import type { ApiKeyId } from '#lib/ids.ts';
import { mayInvite } from '#records/roles.ts';
import type { WorkspaceReads } from '#storage/store.ts';
import type { InvitationRow } from '#storage/tables.ts';

/** Whether the maker of an invitation could still create it. Invitations are deleted with their maker; this catches those
 *  of expired keys, those being created at the moment, and those of older versions. */
export async function isStillMeant(
  { members, keys }: Pick<WorkspaceReads, 'members' | 'keys'>,
  { invited_by, role }: InvitationRow,
  now: number,
): Promise<boolean> {
  if (invited_by === null) return true;
  if (invited_by.startsWith('key_')) {
    const key = await keys.find(invited_by as ApiKeyId);
    return key?.revoked_at === null && (key.expires_at === null || key.expires_at > now);
  }
  const member = await members.find(invited_by as Exclude<typeof invited_by, ApiKeyId>);
  return member !== undefined && mayInvite(member.role, role);
}
