import { z } from 'zod';
import { baseUrl, commaList, oneOf, type Settings, type Values, withoutSecrets } from './setting.ts';

/** Signing in with OpenID Connect, in addition to email and password. */
export const SIGN_IN_SETTINGS = {
  OIDC_ISSUER: baseUrl
    .optional()
    .describe(
      'OpenID Connect provider to sign in with. Register the redirect URL <base URL>/v1/account/oidc/callback there.',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('Client id of Footnote at the provider.'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().meta({
    description: 'Client secret of Footnote at the provider; public clients have none.',
    secret: 'whole',
  }),
  OIDC_NAME: z
    .string()
    .min(1)
    .default('OpenID Connect')
    .describe('Name of the provider on the sign-in button.'),
  OIDC_ALLOWED_DOMAINS: commaList((domain) => domain.toLowerCase()).describe(
    'Email domains whose people may join the first workspace through the provider without an invitation: a comma list.',
  ),
  OIDC_DEFAULT_ROLE: oneOf('admin', 'member', 'viewer')
    .default('viewer')
    .describe('Role of people who join without an invitation.'),
} satisfies Settings;

/** Settings that contradict each other, a sentence each. */
export function wrongSignInSettings({
  OIDC_ISSUER,
  OIDC_CLIENT_ID,
}: Partial<Values<typeof SIGN_IN_SETTINGS>>): string[] {
  if ((OIDC_ISSUER === undefined) !== (OIDC_CLIENT_ID === undefined))
    return ['OIDC_ISSUER: goes together with OIDC_CLIENT_ID. Set both, or neither.'];
  if (OIDC_ISSUER?.startsWith('http:') && !isOnThisMachine(OIDC_ISSUER))
    return [
      `OIDC_ISSUER=${withoutSecrets(OIDC_ISSUER)}: must begin with https://, unless it is on this machine.`,
    ];
  return [];
}

const isOnThisMachine = (issuer: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname);
