import { pino } from 'pino';
import { logOptions } from '#boot/log.ts';
import type { Clock } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import { type Service, startService } from '#main.ts';
import type { DeepModel } from '#models/model.ts';
import type { DeepOptions } from '#models/open-deep.ts';
import { assertNoSecrets } from './log-guard.ts';
import { readTestConfig } from './read-test-config.ts';
import { newDataDir, openOnPglite, removeDataDir, storageSettings, TEST_ENGINE } from './test-storage.ts';

/** What an answer looked like to a client. `body` is the parsed JSON, the text of another type, or undefined when there
 *  was none. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as a client does, by name.
export type Answer = { status: number; body: any; headers: Headers };

/** Calls one environment with one key, as a client would: over HTTP. */
export type Client = {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** Adds a text and waits until it is indexed or failed; returns the source. */
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  addText(name: string, content: string, more?: Record<string, unknown>): Promise<any>;
  baseUrl: string;
  key: string;
};

export type TestService = {
  service: Service;
  live: Client;
  sandbox: Client;
  dataDir: string;
  /** Lines of the log so far. */
  logs: string[];
  stop(): Promise<void>;
};

/** Starts the real service on free ports and empty storage, or on that of a folder (DATA_DIR).
 *  deepModel: reads passages, or how the bundled one is opened; without one the instant pass is all there is, unless EMBEDDING_MODEL
 *  is ''. */
export async function startTestService(
  settings: Record<string, string> = {},
  clock?: Clock,
  deepModel?: DeepModel | DeepOptions,
): Promise<TestService> {
  const dataDir = settings['DATA_DIR'] ?? newDataDir();
  const logs: string[] = [];
  const log = pino(logOptions('trace'), { write: (line) => void logs.push(line) });
  const storage = TEST_ENGINE === 'pglite' ? { DATA_DIR: dataDir } : storageSettings(dataDir);
  const config = readTestConfig({
    PORT: '0',
    SANDBOX_PORT: '0',
    RATE_LIMITS: 'off',
    ...storage,
    ...settings,
  });
  const service = await startService({
    config,
    log,
    ...(clock && { clock }),
    ...(deepModel && { deepModel }),
    ...(TEST_ENGINE === 'pglite' && { open: (environment) => openOnPglite(dataDir, environment) }),
  });
  const clientOf = (environment: Environment): Client =>
    createClient(service.baseUrls[environment], service.firstKeys?.[environment].secret ?? '');
  return {
    service,
    live: clientOf('live'),
    sandbox: clientOf('sandbox'),
    dataDir,
    logs,
    stop: async () => {
      await service.stop();
      if (settings['DATA_DIR'] === undefined) await removeDataDir(dataDir);
      assertNoSecrets(logs.join(''));
    },
  };
}

/** A client of any running service. */
export function createClient(baseUrl: string, key: string): Client {
  const call: Client['call'] = async (method, path, body, headers = {}) => {
    const isRaw =
      body === undefined ||
      typeof body === 'string' ||
      body instanceof FormData ||
      body instanceof Uint8Array;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as string | FormData) : JSON.stringify(body) }),
    });
    const text = isEndless(response) ? await firstEvent(response) : await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : isJson(response) ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };
  const client: Client = {
    call,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
    addText: async (name, content, more = {}) => {
      const added = await client.post('/v1/knowledge-base/sources', { type: 'text', name, content, ...more });
      if (added.status !== 201)
        throw new Error(`adding a text answered ${added.status}: ${JSON.stringify(added.body)}`);
      return (await client.get(`/v1/knowledge-base/sources/${added.body.data.id}?wait=30`)).body.data;
    },
    baseUrl,
    key,
  };
  return client;
}

/** A stream that begins with `ready`, and goes on as long as somebody listens. */
const isEndless = ({ url, headers }: Response): boolean =>
  url.includes('/changes') && (headers.get('content-type')?.startsWith('text/event-stream') ?? false);

async function firstEvent(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const { value = '' } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return value;
}

const isJson = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') ?? false;

/** A knowledge base id of the client's environment. */
export const defaultKnowledgeBase = async (client: Client): Promise<string> =>
  (await client.get('/v1/workspace')).body.data.default_knowledge_base_id;
