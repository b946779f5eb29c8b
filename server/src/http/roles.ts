import { z } from 'zod';
import type { KeyScope, Role } from '#storage/tables.ts';

export const RoleSchema = z.enum(['owner', 'admin', 'member', 'viewer']).meta({
  id: 'Role',
  description:
    '`owner`: all, also owners and workspaces. `admin`: all but those. `member`: all but settings, keys and members. `viewer`: GET alone.',
});

/** What a person may do by the role that they have. */
export const SCOPE_OF_ROLE: Record<Role, KeyScope> = {
  owner: 'admin',
  admin: 'admin',
  member: 'read_write',
  viewer: 'read_only',
};

const RANKS: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** The role that allows more. */
export const higherRole = (a: Role, b: Role): Role => (RANKS[a] >= RANKS[b] ? a : b);
