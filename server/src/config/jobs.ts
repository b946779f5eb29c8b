import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import { type Settings, wholeNumber, wholeNumberFrom } from './setting.ts';

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

const converter = z
  .string()
  .default('off')
  .refine((value) => /^(?:off|soffice|\/.*|https?:\/\/[^/\s].*)$/.test(value), {
    error: 'must be off, soffice, an absolute path of soffice, or an http:// or https:// URL',
  })
  .transform((value) => (value.startsWith('http') && value.endsWith('/') ? value.slice(0, -1) : value));

const chromium = z
  .string()
  .default('off')
  .refine((value) => value === 'off' || value.startsWith('/'), {
    error: 'must be off, or the absolute path of Chromium or Chrome',
  });

/** Background jobs, how much of the machine they take, and how long records are kept. */
export const JOB_SETTINGS = {
  INDEX_MEMORY_MB: wholeNumber(1024, 16, 1_048_576).describe(
    'Memory for the search indexes of knowledge bases, half of it for deep vectors; the least recently used leave first.',
  ),
  CHUNKS_MAX: wholeNumber(LIMITS.workspaceChunks, 1, 100_000_000).describe(
    'The most chunks of a workspace. Sources that do not fit in are refused, or fail.',
  ),
  INGEST_WORKERS: wholeNumber(Math.min(availableParallelism(), 64), 1, 64).describe(
    'Threads that parse, chunk and embed documents. They start with the first job and end when idle. If there are as many as cores, one rests while the service is busy with requests.',
  ),
  DEEP_CHUNKS_MAX: wholeNumber(200_000, 0, 100_000_000).describe(
    'How many chunks of a workspace the deep model reads. Sources beyond that keep to the instant pass; 0 means that all do.',
  ),
  DOCUMENT_SECONDS: wholeNumber(60, 1, 3600).describe(
    'How long a thread may work on one document before the document fails.',
  ),
  DOCUMENT_MEMORY_MB: wholeNumber(1024, 64, 65_536).describe(
    'How much memory a thread may use for one document before the document fails.',
  ),
  CONVERTER: converter.describe(
    'What converts documents in formats that Footnote does not read: `soffice` or a path of LibreOffice, the URL of a Gotenberg server, or `off`.',
  ),
  CHROMIUM: chromium.describe(
    'What runs the JavaScript of pages for connectors that ask for it: the absolute path of Chromium or Chrome, or `off`.',
  ),
  FETCH_CONCURRENCY: wholeNumber(8, 1, 256).describe(
    'How many web pages to fetch at the same time, in each environment.',
  ),
  URL_FETCH_SECONDS: wholeNumber(30, 1, 600).describe(
    'How long fetching a web page may take, redirects included.',
  ),
  URL_FETCH_ALLOW_HOSTS: allowedHosts.describe(
    'Hosts with private addresses that pages may be fetched from and webhooks sent to: a comma list of `host` or `host:port`; with a port, only that port.',
  ),
  WEBHOOK_CONCURRENCY: wholeNumber(16, 1, 1_000).describe(
    'How many events to send to webhooks at the same time, in each environment.',
  ),
  EVENT_RETENTION_DAYS: wholeNumber(30, 1, 36_500).describe(
    'How long to keep events and their deliveries for GET /v1/events and redelivery.',
  ),
  CONVERSATION_RETENTION_DAYS: wholeNumberFrom(1, 36_500)
    .optional()
    .describe('Delete sessions and their messages after this long without activity. Not set: keep them.'),
} satisfies Settings;
