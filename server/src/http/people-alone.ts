import { AppError } from '#errors.ts';
import type { Role } from '#storage/tables.ts';

/** Throws 403 unless an owner asks. `what`: takes owners alone, as a sentence begins. */
export function assertOwner(role: Role | undefined, what: string): void {
  if (role !== 'owner')
    throw new AppError('forbidden', `${what} takes an owner of the workspace who is signed in.`);
}
