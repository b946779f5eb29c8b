import { z } from 'zod';
import type { Config } from './config.ts';
import { descriptorLimit } from './descriptor-limit.ts';
import { baseUrl, type Setting, wholeNumber } from './setting.ts';

/** What an operator decides about the edge of the service, and about what is to be seen of it. */

const origins = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  )
  .superRefine((list, context) => {
    const wrong = list.find((origin) => origin !== '*' && !isOrigin(origin));
    const message =
      wrong !== undefined
        ? `"${wrong}" is no origin, such as https://app.example.com, without a path`
        : list.includes('*') && list.length > 1
          ? '* is every origin, and takes no others beside it'
          : undefined;
    if (message) context.addIssue({ code: 'custom', message });
  });

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).origin === text && !text.includes('*');

const hostNames = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
  )
  .superRefine((list, context) => {
    const wrong = list.find((name) => name !== '*' && !/^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name));
    if (wrong !== undefined)
      context.addIssue({
        code: 'custom',
        message: `"${wrong}" is not a host name such as api.example.com or *.example.com, without scheme, port and path`,
      });
  });

/** Descriptors that are left for files, the database, fetched pages and models. */
const RESERVED_DESCRIPTORS = 256;
/** Idle ones take some 30 kB each: 300 MB. */
const MOST_CONNECTIONS = 10_000;

/** Each of two ports may take half of what the limit of descriptors leaves. Beyond that limit the system refuses both ports
 *  their connections, and everything else its files. */
const defaultMaxConnections = (): number =>
  Math.max(16, Math.min(MOST_CONNECTIONS, Math.floor((descriptorLimit() - RESERVED_DESCRIPTORS) / 2)));

/** As the specification of OpenTelemetry has them. */
const headers = z
  .string()
  .regex(/^[^=,\s]+=[^,]+(,[^=,\s]+=[^,]+)*$/, 'is no comma list of name=value')
  .optional();

export const OPERATION_SETTINGS = {
  TLS_CERT_FILE: {
    schema: z.string().min(1).optional(),
    unit: 'file',
    about:
      'The certificate with its chain, PEM. With TLS_KEY_FILE the service answers HTTPS itself, HTTP/2 too; both are read again when they change.',
  },
  TLS_KEY_FILE: {
    schema: z.string().min(1).optional(),
    unit: 'file',
    about: 'The key of the certificate, PEM.',
  },
  CORS_ORIGINS: {
    schema: origins,
    unit: 'origins',
    about:
      'Web pages of these origins may call the API from a browser, with a key: a comma list such as https://app.example.com, or * for all. Without it none may.',
  },
  ALLOWED_HOSTS: {
    schema: hostNames,
    unit: 'host names',
    about:
      'More names that requests may come by, beside those of the base URLs, addresses, names without a dot and names of private networks: a comma list such as api.example.com or *.example.com, or * for all.',
  },
  MAX_CONNECTIONS: {
    schema: wholeNumber(defaultMaxConnections(), 16, 1_000_000),
    unit: 'connections',
    about:
      'Connections that each port may have open; more are closed at once. By default half of what the limit of open files leaves, at most 10,000.',
  },
  METRICS_TOKEN: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'takes 16 characters or more, without spaces')
      .optional(),
    unit: 'token',
    about: 'Who sends it as a bearer token may read /metrics; without it only this machine itself may.',
    isSecret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: baseUrl,
    unit: 'URL',
    about: 'A collector of OpenTelemetry, such as http://127.0.0.1:4318: traces are sent to it.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: headers,
    unit: 'headers',
    about: 'What the collector wants to be sent: a comma list of name=value.',
    isSecret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z.coerce.number().min(0).max(1).default(1),
    unit: 'share',
    about: 'The share of traces that is sent, 0 to 1; a caller that has decided is followed.',
  },
} satisfies Record<string, Setting>;

/** What does not fit together, a sentence each. */
export function wrongOperationSettings({ TLS_CERT_FILE, TLS_KEY_FILE }: Partial<Config>): string[] {
  if ((TLS_CERT_FILE === undefined) === (TLS_KEY_FILE === undefined)) return [];
  const [missing, other] =
    TLS_CERT_FILE === undefined ? ['TLS_CERT_FILE', 'TLS_KEY_FILE'] : ['TLS_KEY_FILE', 'TLS_CERT_FILE'];
  return [`${missing}: is missing; ${other} needs it. Set both, or neither.`];
}
