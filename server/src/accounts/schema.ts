import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
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

const WorkspaceOfAccount = z.object({
  id: z.string().meta({ description: 'Prefix `ws_`.' }),
  name: z.string().meta({ description: 'The name in the environment that answered.' }),
  role: RoleSchema,
});
const ShownWorkspace = WorkspaceOfAccount.extend({
  members_may_publish: z
    .boolean()
    .meta({ description: 'Whether members can create publishable tokens in this environment.' }),
});

export const Account = z
  .object({
    id: z.string().meta({ description: 'Prefix `acc_`.' }),
    email: z.string().meta({ description: 'The address that you sign in with.' }),
    name: z.string().meta({ description: 'What others call you.' }),
    has_password: z
      .boolean()
      .meta({ description: 'False if the account signs in only with OpenID Connect.' }),
    has_identity: z
      .boolean()
      .meta({ description: 'Whether the account is connected to the OpenID Connect provider.' }),
    email_proved: z.boolean().meta({
      description: `Whether OpenID Connect has proved that the email address is yours. ${EMAIL_UNPROVED}`,
    }),
    environment: z.enum(['live', 'sandbox']).meta({ description: 'The environment that answered.' }),
    base_urls: z
      .object({
        live: z.string().meta({ description: 'Where requests to the live environment go.' }),
        sandbox: z.string().meta({ description: 'Where requests to the sandbox go.' }),
      })
      .meta({ description: 'The base URLs of the two environments.' }),
    has_language_model: z.boolean().meta({
      description:
        'Whether a language model writes replies here; without one they quote sentences of the sources.',
    }),
    workspace: ShownWorkspace.meta({ description: 'The workspace that this browser shows.' }),
    workspaces: z.array(WorkspaceOfAccount).meta({ description: 'All workspaces that you are a member of.' }),
    created_at: timestamp,
  })
  .meta({ id: 'Account', description: 'A person who signs in, as they see themselves.' });

export const toAccount = (
  row: AccountRow,
  memberships: readonly Membership[],
  shown: {
    /** The workspace in the environment of the request. */
    workspace: Pick<WorkspaceRow, 'workspace_id' | 'members_may_publish'>;
    environment: Environment;
    baseUrls: Record<Environment, string>;
    hasLanguageModel: boolean;
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
    has_language_model: shown.hasLanguageModel,
    workspace: { ...workspace, members_may_publish: members_may_publish === 1 },
    workspaces,
    created_at: toIso(row.created_at),
  };
};

export const SignInMethods = z
  .object({
    openid_connect: z
      .object({ name: z.string().meta({ description: "The provider's display name." }) })
      .nullable()
      .meta({ description: 'Starts at `/v1/account/oidc/start`; null if not configured.' }),
    has_accounts: z.boolean().meta({
      description:
        'False on a fresh installation: the link to create the first account was printed at its start.',
    }),
    command: z.string().meta({
      description: 'How the person who runs the service calls its command line, such as `footnote`.',
    }),
  })
  .meta({ id: 'SignInMethods', description: 'The ways to sign in beside a password.' });

const passwordMessage = `must have ${LIMITS.passwordMinCharacters} to ${LIMITS.passwordCharacters} characters`;
const newPassword = text(LIMITS.passwordCharacters)
  .refine((value) => [...value].length >= LIMITS.passwordMinCharacters, passwordMessage)
  .meta({ minLength: LIMITS.passwordMinCharacters, maxLength: LIMITS.passwordCharacters });
/** An existing password, which may be older than today's password rules. */
const oldPassword = requiredText(LIMITS.passwordCharacters).meta({ description: 'Your present password.' });
const token = requiredText(200).meta({ description: 'The part of the link after `#token=`.' });

export const InvitationToken = z
  .strictObject({ token })
  .meta({ id: 'InvitationToken', description: 'The secret of an invitation.' });

export const InvitationDetails = z
  .object({
    workspace: z
      .object({
        id: z.string().meta({ description: 'Prefix `ws_`.' }),
        name: z.string().meta({ description: 'As its members call it.' }),
      })
      .meta({ description: 'The workspace that you would join.' }),
    role: RoleSchema,
    email: z
      .string()
      .nullable()
      .meta({ description: 'The email address that the invitation is for; null if it names none.' }),
    expires_at: timestamp,
    is_first_account: z.boolean().meta({
      description: 'Whether this is the link that sets up the installation, which has no account yet.',
    }),
  })
  .meta({ id: 'InvitationDetails', description: 'What an invitation offers, for someone who has its link.' });

export const AcceptInvitation = z
  .strictObject({
    token,
    email: emailAddress,
    name: requiredName(LIMITS.nameCharacters)
      .optional()
      .meta({ description: 'The name of a new account; an existing account keeps its name.' }),
    password: newPassword.meta({
      description: 'The password of a new account, or of the existing account with this email address.',
    }),
    code: code.optional(),
    claim: z.boolean().optional().meta({
      description:
        'Takes over the existing account with this email address and sets the password that you send. Works only with an invitation for this email address, and only if the address was never proved, the account is in no other workspace, and the person who invited you could remove it; the 401 for a wrong password then has `details` about `claim`. Ends the sign-ins of the account and what was made with it. Defaults to false.',
    }),
  })
  .meta({ id: 'AcceptInvitation', description: 'An invitation, and the account that accepts it.' });

export const SignInBody = z
  .strictObject({ email: emailAddress, password: oldPassword, code: code.optional() })
  .meta({ id: 'SignInBody', description: 'Credentials to sign in.' });

export const UpdateAccount = z
  .strictObject({
    name: requiredName(LIMITS.nameCharacters).optional().meta({ description: 'What others call you.' }),
    password: newPassword.optional().meta({ description: 'A new password. Other browsers are signed out.' }),
    current_password: oldPassword.optional().meta({ description: 'Required with `password`.' }),
    workspace_id: z
      .string()
      .optional()
      .meta({ description: 'Switches this browser to another workspace of yours.' }),
  })
  .refine(({ password, current_password }) => password === undefined || current_password !== undefined, {
    path: ['current_password'],
    message: 'is required to change the password',
  })
  .meta({ id: 'UpdateAccount', description: 'Changes of your own account.' });

export const SignIn = z
  .object({
    id: z.string().meta({ description: 'Prefix `sgn_`.' }),
    user_agent: z.string().meta({ description: 'The `User-Agent` of the browser when it signed in.' }),
    is_current: z.boolean().meta({ description: 'Whether this is the browser that sent the request.' }),
    created_at: timestamp,
    last_seen_at: timestamp.meta({ description: 'Accurate to a minute.' }),
    expires_at: timestamp,
  })
  .meta({ id: 'SignIn', description: 'A browser that is signed in.' });

export const toSignIn = (row: SignInRow, current: string): z.infer<typeof SignIn> => ({
  id: row.sign_in_id,
  user_agent: row.user_agent,
  is_current: row.sign_in_id === current,
  created_at: toIso(row.created_at),
  last_seen_at: toIso(row.last_seen_at),
  expires_at: toIso(row.expires_at),
});
