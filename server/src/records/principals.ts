import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { repeated, requiredName } from './fields.ts';

const principal = requiredName(LIMITS.principalCharacters);

/** Who may see a source. */
const principals = z
  .array(principal)
  .max(LIMITS.principalsOfASource, `must have at most ${LIMITS.principalsOfASource} principals`)
  .transform((list) => [...new Set(list)]);

export const Allowed = principals.nullable().meta({
  description:
    'The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`.',
});

/** The principals of a person, in one order whatever theirs was: stores are cached by them. */
const inOrder = (list: readonly string[]): string[] => [...new Set(list)].sort();

const AS_USER =
  'for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.';

export const AsUser = z
  .array(principal)
  .max(LIMITS.principalsOfAUser, `must have at most ${LIMITS.principalsOfAUser} principals`)
  .transform(inOrder)
  .optional()
  .meta({ description: `The principals ${AS_USER}` });

/** The same in a query string, where no one can be named by a list without entries. */
export const asUserParameter = repeated(principal, LIMITS.principalsOfAUser)
  .transform((list) => list && inOrder(list))
  .optional()
  .meta({
    description:
      'The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.',
  });

export const principalParameter = principal.optional().meta({
  description: 'Only restricted sources whose `allowed` has this principal.',
});
