import { z } from 'zod';
import { toIso } from '#lib/clock.ts';
import { createdBy } from '#records/api-key.ts';
import { EMAIL_UNPROVED, emailAddress, flag, timestamp } from '#records/fields.ts';
import { RoleSchema } from '#records/roles.ts';
import type { MemberWithAccount } from '#storage/store.ts';
import type { InvitationRow } from '#storage/tables.ts';

export const Member = z
  .object({
    id: z.string().meta({ description: 'The account id, prefix `acc_`.' }),
    email: z.string().meta({ description: 'The address that they sign in with.' }),
    email_proved: z.boolean().meta({
      description: `Whether OpenID Connect, or an invitation of this workspace to the email address, has proved that it is theirs. ${EMAIL_UNPROVED}`,
    }),
    has_second_factor: z.boolean().meta({
      description:
        'False if a password is all it takes to sign in as them. True with two-step sign-in, and for people without a password.',
    }),
    name: z.string().meta({ description: 'What others call them.' }),
    role: RoleSchema,
    created_at: timestamp.meta({ description: 'When they joined.' }),
    last_sign_in_at: timestamp.optional(),
  })
  .meta({ id: 'Member', description: 'A person of the workspace.' });

export const toMember = (row: MemberWithAccount): z.infer<typeof Member> => ({
  id: row.account_id,
  email: row.email,
  email_proved: row.email_proved_at !== null || row.is_proved === 1,
  has_second_factor: Number(row.has_second_factor) === 1,
  name: row.name,
  role: row.role,
  created_at: toIso(row.created_at),
  ...(row.last_sign_in_at !== null && { last_sign_in_at: toIso(row.last_sign_in_at) }),
});

export const UpdateMember = z
  .strictObject({ role: RoleSchema.optional() })
  .meta({ id: 'UpdateMember', description: 'Changes of a member.' });

/** For changes that take rights from a member. */
export const AdoptQuery = z.strictObject({
  adopt: flag.default(false).meta({
    description:
      '`true`: you take over the API keys, publishable tokens and webhooks that would end, and they stay valid. Invitations always end. An API key can take over only in its own environment, and must not be one that ends with the member.',
  }),
});

export const Invitation = z
  .object({
    id: z.string().meta({ description: 'Prefix `inv_`.' }),
    role: RoleSchema,
    email: z
      .string()
      .optional()
      .meta({ description: 'The email address that the invitation is for, if any.' }),
    created_by: createdBy,
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'Invitation', description: 'A link that lets someone join, not yet accepted.' });

export const toInvitation = (row: Omit<InvitationRow, 'workspace_id'>): z.infer<typeof Invitation> => ({
  id: row.invitation_id,
  role: row.role,
  ...(row.email !== null && { email: row.email }),
  created_by: row.invited_by,
  created_at: toIso(row.created_at),
  expires_at: toIso(row.expires_at),
});

export const NewInvitation = Invitation.extend({
  link: z.string().meta({ description: 'Opens the page to join. Works once, and is shown only once.' }),
}).meta({ id: 'NewInvitation', description: 'An invitation that was just created, with its link.' });

export const CreateInvitation = z
  .strictObject({
    role: RoleSchema,
    email: emailAddress.optional().meta({ description: 'Restricts the link to this email address.' }),
  })
  .meta({ id: 'CreateInvitation', description: 'A new invitation.' });
