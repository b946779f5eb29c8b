import { z } from 'zod';
import { emailAddress, requiredText, text, timestamp } from '#http/fields.ts';
import { RoleSchema } from '#http/roles.ts';
import { toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Membership } from '#storage/store.ts';
import type { AccountRow, SignInRow } from '#storage/tables.ts';

const WorkspaceOfAccount = z.object({ id: z.string(), name: z.string(), role: RoleSchema });

export const Account = z
  .object({
    id: z.string().meta({ description: 'Prefix `acc_`.' }),
    email: z.string(),
    name: z.string(),
    has_password: z.boolean().meta({ description: 'False for those who sign in by OpenID Connect alone.' }),
    environment: z.enum(['live', 'sandbox']).meta({ description: 'Of the address.' }),
    base_urls: z
      .object({ live: z.string(), sandbox: z.string() })
      .meta({ description: 'Where the two environments answer.' }),
    workspace: WorkspaceOfAccount.meta({ description: 'The one that this browser shows.' }),
    workspaces: z.array(WorkspaceOfAccount),
    created_at: timestamp,
  })
  .meta({ id: 'Account' });

export const toAccount = (
  row: AccountRow,
  memberships: readonly Membership[],
  shown: { workspaceId: WorkspaceId; environment: Environment; baseUrls: Record<Environment, string> },
): z.infer<typeof Account> => {
  const workspaces = memberships.map(({ workspace_id, name, role }) => ({ id: workspace_id, name, role }));
  const workspace = workspaces.find(({ id }) => id === shown.workspaceId);
  if (!workspace) throw new Error(`${row.account_id} is no member of ${shown.workspaceId}.`);
  return {
    id: row.account_id,
    email: row.email,
    name: row.name,
    has_password: row.password_hash !== null,
    environment: shown.environment,
    base_urls: shown.baseUrls,
    workspace,
    workspaces,
    created_at: toIso(row.created_at),
  };
};

export const SignInMethods = z
  .object({
    openid_connect: z
      .object({ name: z.string().meta({ description: 'As people know it.' }) })
      .nullable()
      .meta({ description: 'Begins at `/v1/account/oidc/start`; null without one.' }),
  })
  .meta({ id: 'SignInMethods' });

const passwordMessage = `must have ${LIMITS.passwordMinCharacters} to ${LIMITS.passwordCharacters} characters`;
const newPassword = text(LIMITS.passwordCharacters)
  .refine((value) => [...value].length >= LIMITS.passwordMinCharacters, passwordMessage)
  .meta({ minLength: LIMITS.passwordMinCharacters, maxLength: LIMITS.passwordCharacters });
/** One that was given before, whatever was asked of passwords then. */
const oldPassword = requiredText(LIMITS.passwordCharacters);
const token = requiredText(200).meta({ description: 'What follows `#token=` in the link.' });

export const InvitationToken = z.strictObject({ token }).meta({ id: 'InvitationToken' });

export const InvitationDetails = z
  .object({
    workspace: z.object({ id: z.string(), name: z.string() }),
    role: RoleSchema,
    email: z.string().nullable().meta({ description: 'For whom it is; null when it was not said.' }),
    expires_at: timestamp,
  })
  .meta({ id: 'InvitationDetails' });

export const AcceptInvitation = z
  .strictObject({
    token,
    email: emailAddress,
    name: requiredText(LIMITS.nameCharacters)
      .optional()
      .meta({ description: 'Of a new account; one that exists keeps its name.' }),
    password: newPassword.meta({ description: 'Of a new account, or of the one that has this address.' }),
  })
  .refine(({ email, password }) => password.toLowerCase() !== email, {
    path: ['password'],
    message: 'must not be the e-mail address',
  })
  .meta({ id: 'AcceptInvitation' });

export const SignInBody = z
  .strictObject({ email: emailAddress, password: oldPassword })
  .meta({ id: 'SignInBody', description: 'What a person types to sign in.' });

export const UpdateAccount = z
  .strictObject({
    name: requiredText(LIMITS.nameCharacters).optional(),
    password: newPassword.optional(),
    current_password: oldPassword.optional().meta({ description: 'Needed with `password`.' }),
    workspace_id: z
      .string()
      .optional()
      .meta({ description: 'Has this browser show another workspace of yours.' }),
  })
  .refine(({ password, current_password }) => password === undefined || current_password !== undefined, {
    path: ['current_password'],
    message: 'is needed to change the password',
  })
  .meta({ id: 'UpdateAccount' });

export const SignIn = z
  .object({
    id: z.string().meta({ description: 'Prefix `sgn_`.' }),
    user_agent: z.string(),
    is_current: z.boolean().meta({ description: 'The browser that asks.' }),
    created_at: timestamp,
    last_seen_at: timestamp.meta({ description: 'Up to ten minutes late.' }),
    expires_at: timestamp,
  })
  .meta({ id: 'SignIn' });

export const toSignIn = (row: SignInRow, current: string): z.infer<typeof SignIn> => ({
  id: row.sign_in_id,
  user_agent: row.user_agent,
  is_current: row.sign_in_id === current,
  created_at: toIso(row.created_at),
  last_seen_at: toIso(row.last_seen_at),
  expires_at: toIso(row.expires_at),
});
