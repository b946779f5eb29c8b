import { z } from 'zod';
import type { Config } from './config.ts';
import { baseUrl, type Setting } from './setting.ts';

const commaList = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean),
  );

/** How people sign in, beside e-mail address and password. */
export const SIGN_IN_SETTINGS = {
  OIDC_ISSUER: {
    schema: baseUrl,
    unit: 'URL',
    about:
      'An OpenID Connect provider that people may sign in with; its client gets the redirect address <base URL>/v1/account/oidc/callback.',
  },
  OIDC_CLIENT_ID: {
    schema: z.string().min(1).optional(),
    unit: 'text',
    about: 'What the provider knows us as.',
  },
  OIDC_CLIENT_SECRET: {
    schema: z.string().min(1).optional(),
    unit: 'text',
    about: 'Our secret at the provider; a public client has none.',
    isSecret: true,
  },
  OIDC_NAME: {
    schema: z.string().min(1).default('OpenID Connect'),
    unit: 'text',
    about: 'What people call the provider: what the button says.',
  },
  OIDC_ALLOWED_DOMAINS: {
    schema: commaList,
    unit: 'domains',
    about:
      'Whoever has an e-mail address of these domains (a comma list) may join the first workspace by the provider without an invitation.',
  },
  OIDC_DEFAULT_ROLE: {
    schema: z.enum(['admin', 'member', 'viewer']).default('viewer'),
    unit: 'role',
    about: 'What those become who join without an invitation.',
  },
} satisfies Record<string, Setting>;

/** What does not fit together, a sentence each. */
export function wrongSignInSettings({ OIDC_ISSUER, OIDC_CLIENT_ID }: Partial<Config>): string[] {
  if ((OIDC_ISSUER === undefined) !== (OIDC_CLIENT_ID === undefined))
    return ['OIDC_ISSUER: goes together with OIDC_CLIENT_ID. Set both, or neither.'];
  if (OIDC_ISSUER !== undefined && isPlain(OIDC_ISSUER) && !isOfThisMachine(OIDC_ISSUER))
    return [`OIDC_ISSUER=${OIDC_ISSUER}: must begin with https://, unless it is on this machine.`];
  return [];
}

/** Whether the provider is asked without encryption. */
const isPlain = (issuer: string): boolean => issuer.startsWith('http:');

const isOfThisMachine = (issuer: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname);
