import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { OperatorError } from '#lib/operator-error.ts';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import { LIMIT_SETTINGS } from './limits.ts';
import { MODEL_SETTINGS, wrongModelSettings } from './models.ts';
import { OPERATION_SETTINGS, wrongOperationSettings } from './server.ts';
import { baseUrl, type Setting, wholeNumber } from './setting.ts';
import { SIGN_IN_SETTINGS, wrongSignInSettings } from './sign-in.ts';
import { STORAGE_SETTINGS, wrongStorageSettings } from './storage.ts';
import { WEBHOOK_SETTINGS } from './webhooks.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const allowedHosts = z
  .string()
  .default('')
  .superRefine((list, context) => {
    try {
      parseAllowHosts(list);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
    }
  });

const SETTINGS = {
  PORT: {
    schema: port(8080),
    unit: 'port',
    about: 'Where the live environment listens; 0 picks a free one.',
  },
  SANDBOX_PORT: { schema: port(8081), unit: 'port', about: 'Where the sandbox listens; 0 picks a free one.' },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    unit: 'address',
    about: 'Network address to listen on; 0.0.0.0 is every address of the machine.',
  },
  LIVE_BASE_URL: {
    schema: baseUrl,
    unit: 'URL',
    about:
      'Public address of the live environment. With SANDBOX_BASE_URL the host name of a request decides its environment, so that a proxy may send both to PORT.',
  },
  SANDBOX_BASE_URL: { schema: baseUrl, unit: 'URL', about: 'Public address of the sandbox.' },
  ...OPERATION_SETTINGS,
  ...STORAGE_SETTINGS,
  ...MODEL_SETTINGS,
  ...WEBHOOK_SETTINGS,
  ...LIMIT_SETTINGS,
  ...SIGN_IN_SETTINGS,
  INDEX_MEMORY_MB: {
    schema: wholeNumber(1024, 16, 1_048_576),
    unit: 'MB',
    about: 'Memory for the search indexes of knowledge bases; those unused for longest leave first.',
  },
  INGEST_WORKERS: {
    schema: wholeNumber(Math.max(1, availableParallelism() - 1), 1, 64),
    unit: 'threads',
    about: 'Worker threads that parse, chunk and embed. They start with the first job and end when idle.',
  },
  DOCUMENT_SECONDS: {
    schema: wholeNumber(60, 1, 3600),
    unit: 'seconds',
    about: 'How long a worker thread may take over one document before it is failed.',
  },
  DOCUMENT_MEMORY_MB: {
    schema: wholeNumber(1024, 64, 65_536),
    unit: 'MB',
    about: 'Memory that a worker thread may use for one document before it is failed.',
  },
  FETCH_CONCURRENCY: {
    schema: wholeNumber(8, 1, 256),
    unit: 'pages',
    about: 'Web pages that are fetched at the same time, in each environment.',
  },
  URL_FETCH_SECONDS: {
    schema: wholeNumber(30, 1, 600),
    unit: 'seconds',
    about: 'How long a web page with all its redirects may take.',
  },
  URL_FETCH_ALLOW_HOSTS: {
    schema: allowedHosts,
    unit: 'hosts',
    about:
      'Hosts that may be fetched, or be sent events, although their addresses are not public: a comma list of `host` or `host:port`; with a port, that port alone.',
  },
  JOB_ATTEMPTS: {
    schema: wholeNumber(5, 1, 50),
    unit: 'attempts',
    about: 'How often a job is tried before its source is failed.',
  },
  JOB_LEASE_SECONDS: {
    schema: wholeNumber(30, 1, 3600),
    unit: 'seconds',
    about: 'A running job whose worker has not been heard of for this long is run again.',
  },
  WATCH_SECONDS: {
    schema: wholeNumber(60, 1, 3600),
    unit: 'seconds',
    about: 'How often is looked for web pages that are due to be refreshed, and for work that was lost.',
  },
  REQUEST_TIMEOUT_SECONDS: {
    schema: wholeNumber(60, 1, 3600),
    unit: 'seconds',
    about: 'How long a client may take to send a whole request.',
  },
  STREAM_HEARTBEAT_SECONDS: {
    schema: wholeNumber(15, 1, 600),
    unit: 'seconds',
    about: 'A stream that is silent for this long carries a comment, so that no proxy takes it for dead.',
  },
  CONVERSATION_RETENTION_DAYS: {
    schema: z.coerce.number().int().min(1).max(36_500).optional(),
    unit: 'days',
    about:
      'Sessions without activity for this long are deleted with their messages; without it they are kept.',
  },
  SHUTDOWN_SECONDS: {
    schema: wholeNumber(25, 1, 600),
    unit: 'seconds',
    about: 'How long running requests may take to end after SIGTERM and DRAIN_SECONDS.',
  },
  DRAIN_SECONDS: {
    schema: wholeNumber(0, 0, 600),
    unit: 'seconds',
    about:
      'How long after SIGTERM requests are still taken, while /readyz says 503: what a balancer needs to send them elsewhere.',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    unit: 'level',
    about: 'The least severe log lines that are written.',
  },
} satisfies Record<string, Setting>;

export type Config = { readonly [Name in keyof typeof SETTINGS]: z.infer<(typeof SETTINGS)[Name]['schema']> };

/** What the environment variables say, checked and frozen; the only reader of `process.env`. A wrong value stops the
 *  start with one message that names every wrong variable. An empty variable counts as absent. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  for (const [name, { schema, about, isSecret }] of Object.entries<Setting>(SETTINGS)) {
    const result = schema.safeParse(isSet(name) ? env[name] : undefined);
    if (result.success) values[name] = result.data;
    else {
      const value = isSecret ? '' : `=${env[name]}`;
      wrong.push(
        `  ${name}${value}: ${result.error.issues.map(({ message }) => message).join('; ')}. ${about}`,
      );
    }
  }
  wrong.push(...wrongModelSettings(values as Partial<Config>, isSet).map((sentence) => `  ${sentence}`));
  wrong.push(...wrongStorageSettings(values as Partial<Config>).map((sentence) => `  ${sentence}`));
  wrong.push(...wrongSignInSettings(values as Partial<Config>).map((sentence) => `  ${sentence}`));
  wrong.push(...wrongOperationSettings(values as Partial<Config>).map((sentence) => `  ${sentence}`));
  if (
    values['PORT'] !== 0 &&
    values['PORT'] === values['SANDBOX_PORT'] &&
    !(values['LIVE_BASE_URL'] && values['SANDBOX_BASE_URL'])
  ) {
    wrong.push(
      '  SANDBOX_PORT: is the same as PORT. Give it another port, or name both LIVE_BASE_URL and SANDBOX_BASE_URL.',
    );
  }
  if (wrong.length > 0)
    throw new OperatorError(`Some settings are wrong:\n${wrong.join('\n')}`, { exitCode: 2 });
  return Object.freeze(values) as Config;
}

/** All settings as a table: name, default, unit, sentence. */
export const describeConfig = (): { name: string; default: string; unit: string; about: string }[] =>
  Object.entries(SETTINGS).map(([name, { schema, unit, about }]) => ({
    name,
    default: String(schema.safeParse(undefined).data ?? '') || 'none',
    unit,
    about,
  }));
