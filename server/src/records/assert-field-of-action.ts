import { AppError, invalidField } from '#errors.ts';

/** For a body with an `action`: throws 400 if a field is missing that the action needs, and 422 if one is given that it does
 *  not know. actions: those that the field is for. */
export function assertFieldOfAction<Action extends string>(
  field: string,
  value: unknown,
  action: Action,
  actions: readonly Action[],
): void {
  const isWanted = actions.includes(action);
  if (isWanted && value === undefined) {
    const reason = `is required when action is ${action}`;
    throw new AppError('invalid_request', `${field}: ${reason}.`, { details: [{ field, reason }] });
  }
  if (!isWanted && value !== undefined) throw invalidField(field, `is not allowed when action is ${action}`);
}
