import { type ApiError, isChangedSince } from '#shared/api/request.ts';

/** Someone else has changed what is saved here. */
export type Conflict = {
  error: ApiError;
  /** Shows the current version in place of what was typed. */
  reload: () => void;
  /** Saves what was typed, whatever the current version is. */
  overwrite: () => void;
};

/** What to do about an error, if it says that someone else has changed the same thing. */
export const conflictOf = (error: Error | null, choices: Omit<Conflict, 'error'>): Conflict | undefined =>
  isChangedSince(error) ? { error, ...choices } : undefined;
