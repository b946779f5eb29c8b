import { z } from 'zod';
import { AppError } from '#errors.ts';
import type { KeyScope, Role } from '#storage/tables.ts';

/** In ascending order. */
export const SCOPES = ['read_only', 'read_write', 'admin'] as const satisfies readonly KeyScope[];
export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const satisfies readonly Role[];

export const RoleSchema = z.enum(ROLES).meta({
  id: 'Role',
  description:
    '`owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only.',
});

/** The scope of each role. */
export const SCOPE_OF_ROLE: Record<Role, KeyScope> = {
  owner: 'admin',
  admin: 'admin',
  member: 'read_write',
  viewer: 'read_only',
};

/** Whether members with this role can invite others and create admin keys, and so hand the workspace on. */
export const isPowerful = (role: Role): boolean => SCOPE_OF_ROLE[role] === 'admin';

/** Whether a member with this role may invite people as `invited`. Only owners invite owners. */
export const mayInvite = (role: Role, invited: Role): boolean =>
  isPowerful(role) && (invited !== 'owner' || role === 'owner');

/** The role that allows more. */
export const higherRole = (a: Role, b: Role): Role => (ROLES.indexOf(a) >= ROLES.indexOf(b) ? a : b);

/** Whether the first scope allows more than the second. */
export const isHigherScope = (a: KeyScope, b: KeyScope): boolean => SCOPES.indexOf(a) > SCOPES.indexOf(b);

/** Throws 403 unless the role is owner. `action` begins the sentence, such as "Deleting a workspace". */
export function assertOwner(role: Role | undefined, action: string): void {
  if (role !== 'owner')
    throw new AppError('forbidden', `${action} is for signed-in owners of the workspace.`);
}
