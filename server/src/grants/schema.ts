import { z } from 'zod';
import type { Environment } from '#lib/environment.ts';
import { createdBy } from '#records/api-key.ts';
import { environment } from '#records/fields.ts';
import type { Grants } from '#storage/store.ts';

/** Something that a member or a key created, and that ends with them. */
export const Grant = z
  .object({
    id: z
      .string()
      .meta({ description: 'The prefix tells the type: `inv_`, `key_`, `tok_`, `wh_` or `acc_`.' }),
    type: z.enum(['invitation', 'api_key', 'publishable_token', 'webhook', 'member']).meta({
      description:
        'All types end except `member`, which is someone who joined through an invitation of this member or key. Remove them separately if needed.',
    }),
    name: z.string().meta({
      description:
        'The name of a key, token or member; the URL of a webhook; the email address or role of an invitation.',
    }),
    environment,
    created_by: createdBy,
  })
  .meta({ id: 'Grant', description: 'Something that a member or a key made, and that ends with them.' });

export const toGrants = (
  { invitations, keys, tokens, webhooks, members }: Grants,
  environment: Environment,
): z.infer<typeof Grant>[] => [
  ...keys.map(({ key_id, name, created_by }) => {
    return { id: key_id, type: 'api_key' as const, name, environment, created_by };
  }),
  ...tokens.map(({ token_id, name, created_by }) => {
    return { id: token_id, type: 'publishable_token' as const, name, environment, created_by };
  }),
  ...webhooks.map(({ webhook_id, url, created_by }) => {
    return { id: webhook_id, type: 'webhook' as const, name: url, environment, created_by };
  }),
  ...invitations.map(({ invitation_id, email, role, invited_by }) => {
    const name = email ?? role;
    return { id: invitation_id, type: 'invitation' as const, name, environment, created_by: invited_by };
  }),
  ...members.map(({ account_id, name, invited_by }) => {
    return { id: account_id, type: 'member' as const, name, environment, created_by: invited_by };
  }),
];
