import { z } from 'zod';
import { toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import { LIMITS } from '#lib/limits.ts';
import {
  EMAIL_UNPROVED,
  emailAddress,
  requiredName,
  requiredText,
  text,
  timestamp,
} from '#records/fields.ts';
import { RoleSchema } from '#records/roles.ts';
import type { Membership } from '#storage/store.ts';
import type { AccountRow, SignInRow, WorkspaceRow } from '#storage/tables.ts';
import { code } from './second-factor-schema.ts';

const WorkspaceOfAccount = z.object({ id: z.string(), name: z.string(), role: RoleSchema });
const ShownWorkspace = WorkspaceOfAccount.extend({
  members_may_publish: z
    .boolean()
    .meta({ description: 'Whether members may create publishable tokens in this environment.' }),
});

export const Account = z
  .object({
    id: z.string().meta({ description: 'Prefix `acc_`.' }),
    email: z.string(),
    name: z.string(),
    has_password: z.boolean().meta({ description: 'False for those who sign in by OpenID Connect alone.' }),
    has_identity: z
      .boolean()
      .meta({ description: 'Whether it is connected to the provider of OpenID Connect.' }),
    email_proved: z.boolean().meta({
      description: `Whether OpenID Connect has proved that the e-mail address is yours. ${EMAIL_UNPROVED}`,
    }),
    environment: z.enum(['live', 'sandbox']).meta({ description: 'Of the address.' }),
    base_urls: z
      .object({ live: z.string(), sandbox: z.string() })
      .meta({ description: 'Where the two environments answer.' }),
    workspace: ShownWorkspace.meta({ description: 'The one that this browser shows.' }),
    workspaces: z.array(WorkspaceOfAccount),
    created_at: timestamp,
  })
  .meta({ id: 'Account' });

export const toAccount = (
  row: AccountRow,
  memberships: readonly Membership[],
  shown: {
    /** In the environment of the address. */
    workspace: Pick<WorkspaceRow, 'workspace_id' | 'members_may_publish'>;
    environment: Environment;
    baseUrls: Record<Environment, string>;
  },
): z.infer<typeof Account> => {
  const workspaces = memberships.map(({ workspace_id, name, role }) => ({ id: workspace_id, name, role }));
  const { workspace_id, members_may_publish } = shown.workspace;
  const workspace = workspaces.find(({ id }) => id === workspace_id);
  if (!workspace) throw new Error(`${row.account_id} is not a member of ${workspace_id}.`);
  return {
    id: row.account_id,
    email: row.email,
    name: row.name,
    has_password: row.password_hash !== null,
    has_identity: row.identity !== null,
    email_proved: row.email_proved_at !== null,
    environment: shown.environment,
    base_urls: shown.baseUrls,
    workspace: { ...workspace, members_may_publish: members_may_publish === 1 },
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
    is_first_account: z.boolean().meta({
      description: 'True for the link that sets the installation up: it has no account yet.',
    }),
  })
  .meta({ id: 'InvitationDetails' });

export const AcceptInvitation = z
  .strictObject({
    token,
    email: emailAddress,
    name: requiredName(LIMITS.nameCharacters)
      .optional()
      .meta({ description: 'Of a new account; one that exists keeps its name.' }),
    password: newPassword.meta({ description: 'Of a new account, or of the one that has this address.' }),
    code: code.optional(),
    claim: z.boolean().optional().meta({
      description:
        'Only with the link of an invitation that names your e-mail address: take over the account with this address and another password, with the password you send. Its sign-ins and what it was given end. It works for an account that was never proved, is a member of no other workspace, and that the maker of the invitation could remove; the 401 for the wrong password has `details` about `claim` then. Default false.',
    }),
  })
  .meta({ id: 'AcceptInvitation' });

export const SignInBody = z
  .strictObject({ email: emailAddress, password: oldPassword, code: code.optional() })
  .meta({ id: 'SignInBody', description: 'What a person types to sign in.' });

export const UpdateAccount = z
  .strictObject({
    name: requiredName(LIMITS.nameCharacters).optional(),
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
    last_seen_at: timestamp.meta({ description: 'Up to a minute late.' }),
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
