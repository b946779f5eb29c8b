import { z } from 'zod';
import { pathPatterns } from '#connectors/kinds/path-patterns.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { text } from '#records/fields.ts';
import { readRemoteUrl } from './remote-url.ts';

const BRANCH_CHARACTERS = 250;
const SECRET_CHARACTERS = 20_000;

/** What git never takes in the name of a branch (git-check-ref-format), and what would be an option or a refspec. */
const isBranch = (name: string): boolean =>
  !/[\s~^:?*[\\\p{Cc}]/u.test(name) && !/^[-/.]|\.\.|@\{|\/\/|[/.]$|\.lock$|\/\./.test(name);

export const GitSettings = z
  .strictObject({
    url: text(LIMITS.urlCharacters)
      .refine(
        (url) => readRemoteUrl(url) !== undefined,
        'must be a URL such as https://example.org/team/handbook.git, ssh://git@example.org/team/handbook.git or git@example.org:team/handbook.git, without a password in it',
      )
      .meta({
        description:
          'The repository: `https://…`, `ssh://user@host/path` or `user@host:path`. `http://` only for hosts that the operator allows in `URL_FETCH_ALLOW_HOSTS`.',
      }),
    branch: text(BRANCH_CHARACTERS)
      .refine(isBranch, 'must be the name of a branch, such as main')
      .optional()
      .meta({ description: 'The branch to follow; by default the one that the repository names.' }),
    ...pathPatterns,
    web_url: text(LIMITS.urlCharacters)
      .refine(
        (url) => /^https?:\/\//.test(url) && url.includes('{path}'),
        'must be an http or https URL with {path}',
      )
      .optional()
      .meta({
        description:
          'Where people open a file: a URL with `{path}`, and `{branch}` or `{commit}` if you like. Known for github.com and gitlab.com.',
      }),
  })
  .meta({ id: 'GitConnectorSettings', description: 'A branch of a git repository.' });
export type GitSettings = z.output<typeof GitSettings>;

export const GitCredentials = z.union([
  z.strictObject({
    username: text(LIMITS.nameCharacters)
      .refine((name) => !name.includes(':'), 'must not have a colon')
      .optional()
      .meta({ description: 'For HTTPS. Most servers take any user name beside a token.' }),
    token: z
      .string()
      .min(1)
      .max(SECRET_CHARACTERS)
      .meta({ description: 'For HTTPS: an access token that may read the repository, or a password.' }),
  }),
  z.strictObject({
    private_key: z
      .string()
      .min(1)
      .max(SECRET_CHARACTERS)
      .meta({ description: 'For SSH: a private key without a passphrase, such as a deploy key.' }),
    known_hosts: z.string().min(1).max(SECRET_CHARACTERS).meta({
      description:
        'For SSH: the keys of the server, as `ssh-keyscan` prints them. Compare them with what the host publishes.',
    }),
  }),
]);
export type GitCredentials = z.output<typeof GitCredentials>;
