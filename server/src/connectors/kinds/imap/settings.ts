import { z } from 'zod';

const folder = z.string().min(1).max(255);

/** Of all folders together: a run keeps what it knows of each message in memory, up to 1,500 bytes. */
const MAX_MESSAGES = 200_000;

const Settings = z.strictObject({
  host: z.string().min(1).max(253).meta({ description: 'The IMAP server, such as `imap.example.org`.' }),
  port: z.int().min(1).max(65_535).default(993).meta({
    description: 'Its port: 993 for `implicit` TLS, mostly 143 for `starttls`.',
  }),
  tls: z.enum(['implicit', 'starttls', 'none']).default('implicit').meta({
    description:
      'How the connection is encrypted. `none` only for hosts that the operator allows in `URL_FETCH_ALLOW_HOSTS`.',
  }),
  folders: z.array(folder).min(1).max(50).default(['INBOX']).meta({
    description:
      'The folders to read, such as `INBOX` or `Archive/2026`. A thread may lie in several of them.',
  }),
  since: z.iso.date().optional().meta({ description: 'Only messages that arrived on or after this day.' }),
  max_messages: z.int().min(1).max(50_000).default(10_000).meta({
    description: 'How many messages of each folder to read, the newest first.',
  }),
});

export const ImapSettings = Settings.refine(
  ({ folders, max_messages }) => folders.length * max_messages <= MAX_MESSAGES,
  {
    path: ['max_messages'],
    message: `must be lower for so many folders: together they may have ${MAX_MESSAGES.toLocaleString('en')} messages`,
  },
);
export type ImapSettings = z.infer<typeof ImapSettings>;

const username = z.string().min(1).max(320).meta({ description: 'The user, often the email address.' });

export const ImapCredentials = z.union([
  z.strictObject({
    username,
    password: z.string().min(1).max(1_000).meta({ description: 'A password, or an app password.' }),
  }),
  z.strictObject({
    username,
    access_token: z.string().min(1).max(10_000).meta({
      description: 'An OAuth 2.0 access token, sent by OAUTHBEARER or XOAUTH2.',
    }),
  }),
]);
export type ImapCredentials = z.infer<typeof ImapCredentials>;
