import { Footnote, type RequestOptions, type Source } from '@footnote/sdk';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Connection } from './connect.ts';
import type { SyncedSource } from './sync-plan.ts';

/** A client, and the signal that ends its requests. */
export type Service = { client: Footnote; signal: AbortSignal };

/** Waits out a full minute of rate limits several times over. */
const PATIENT = { maxRetries: 20 };

export const openService = ({ url, key, signal }: Connection): Service => ({
  client: new Footnote({ baseUrl: url, apiKey: key }),
  signal,
});

const patient = ({ signal }: Service): RequestOptions => ({ ...PATIENT, signal });

/** The knowledge base that a command means when it names none. */
const defaultKnowledgeBase = async (service: Service): Promise<string> =>
  (await service.client.workspace.get(patient(service))).default_knowledge_base_id;

/** Bytes of the largest file that the service takes. */
export const largestFile = async (service: Service): Promise<number> =>
  (await service.client.limits.get(patient(service))).sizes.file_bytes;

/** All sources of a knowledge base whose external id begins with a prefix and a slash, by external id. */
export async function listSynced(
  service: Service,
  prefix: string,
  knowledgeBaseId: string | undefined,
): Promise<Map<string, SyncedSource>> {
  const id = knowledgeBaseId ?? (await defaultKnowledgeBase(service));
  const synced = new Map<string, SyncedSource>();
  const sources = service.client.sources.list({ limit: 100, knowledge_base_ids: [id] }, patient(service));
  for await (const source of sources) {
    const { external_id: externalId, content_sha256: sha256, name } = source;
    if (externalId?.startsWith(`${prefix}/`))
      synced.set(externalId, { id: source.id, externalId, sha256, name });
  }
  return synced;
}

type NewFile = {
  externalId: string;
  knowledgeBaseId: string | undefined;
  tags: readonly string[];
  name: string;
  bytes: Buffer;
};

/** Adds a file, or replaces its content if there is a source with this external id. Returns the id of the source. */
export async function upsertFile(service: Service, { externalId, bytes, ...file }: NewFile): Promise<string> {
  const path = `/v1/knowledge-base/sources/by-external-id/${encodeURIComponent(externalId)}`;
  const form = await formOf({ ...file, bytes });
  return (await service.client.send<Source>('PUT', path, form, patient(service))).id;
}

/** A form that can be sent again. */
async function formOf(
  { knowledgeBaseId, tags, name, bytes }: Omit<NewFile, 'externalId'>,
  more: Record<string, string> = {},
) {
  const form = new FormData();
  form.set('type', 'document');
  form.set('name', shortened(name));
  if (knowledgeBaseId !== undefined) form.set('knowledge_base_id', knowledgeBaseId);
  for (const [field, value] of Object.entries(more)) form.set(field, value);
  for (const tag of tags) form.append('tags', tag);
  form.set('file', new Blob([new Uint8Array(bytes)]), name.split('/').at(-1) ?? name);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { body: await encoded.blob(), type, replayable: true };
}

/** The end of a long path says more than its beginning. */
const shortened = (name: string): string =>
  name.length <= LIMITS.nameCharacters ? name : `…${name.slice(1 - LIMITS.nameCharacters)}`;

export async function deleteSources(service: Service, ids: readonly string[]): Promise<void> {
  await service.client.sources.bulkUpdate({ action: 'delete', source_ids: [...ids] }, patient(service));
}

/** Throws SourceFailedError with what is wrong with its content. */
export async function waitForSource(service: Service, id: string): Promise<Source> {
  return await service.client.sources.waitUntilIndexed(id, { signal: service.signal, timeoutMs: 3_600_000 });
}

type Added = { source: Source; isNew: boolean };

/** Adds a file, unless the knowledge base has the same bytes already. */
export async function addFile(service: Service, file: Omit<NewFile, 'externalId'>): Promise<Added> {
  const form = await formOf(file, { on_duplicate: 'skip' });
  const sent = service.client.send<Source>('POST', '/v1/knowledge-base/sources', form, patient(service));
  return addedOf(await sent.withResponse());
}

/** Adds a web page, unless the knowledge base has its URL already. */
export async function addPage(
  service: Service,
  url: string,
  {
    name = url,
    knowledgeBaseId,
    tags,
  }: { name?: string | undefined; knowledgeBaseId: string | undefined; tags: readonly string[] },
): Promise<Added> {
  const page = { type: 'url', name: shortened(name), url, on_duplicate: 'skip' } as const;
  const body = {
    ...page,
    tags: [...tags],
    ...(knowledgeBaseId !== undefined && { knowledge_base_id: knowledgeBaseId }),
  };
  return addedOf(await service.client.sources.create(body, patient(service)).withResponse());
}

/** 200 answers with what was there, 201 with what is new. */
const addedOf = ({ data, response }: { data: Source; response: Response }): Added => ({
  source: data,
  isNew: response.status === 201,
});
