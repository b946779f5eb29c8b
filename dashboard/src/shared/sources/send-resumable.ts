import { LIMITS } from '#server/isomorphic/limits.ts';
import { request } from '#shared/api/request.ts';
import { type Outcome, outcomeOf, type Sending, type SendingEvents, sendWhole } from './send-upload.ts';
import type { Source } from './source.ts';
import { SOURCES } from './source-queries.ts';
import type { Begun, Upload } from './upload.ts';

/** Files from this size are sent so that a lost connection costs little: what has arrived isn't sent again. */
const RESUMABLE_BYTES = 4 * 1024 * 1024;

const UPLOADS = '/v1/uploads';
const TUS = { 'tus-resumable': '1.0.0' };

/** Sends a file, a large one by the tus protocol. */
export const sendUpload = (upload: Upload, events: SendingEvents): Sending =>
  upload.file.size < RESUMABLE_BYTES ? sendWhole(upload, events) : sendResumable(upload, events);

/** Forgets what has arrived of a file that no one wants any more. */
export const forgetBegun = ({ id }: Begun): void =>
  void request('DELETE', `${UPLOADS}/${id}`).catch(() => undefined);

class Lost extends Error {}

function sendResumable(upload: Upload, events: SendingEvents): Sending {
  let current: Sending | undefined;
  let isAborted = false;
  const call: Call = (method, path, options) =>
    new Promise((resolve, reject) => {
      if (isAborted) return;
      const xhr = new XMLHttpRequest();
      current = xhr;
      xhr.responseType = 'json';
      xhr.open(method, path);
      for (const [name, value] of Object.entries({ ...TUS, ...options.headers }))
        xhr.setRequestHeader(name, value);
      if (options.onProgress) {
        const { onProgress } = options;
        xhr.upload.onprogress = ({ loaded }) => onProgress(loaded);
      }
      xhr.onload = () => resolve(xhr);
      xhr.onerror = () => reject(new Lost());
      xhr.send(options.body ?? null);
    });
  const send = async (): Promise<void> => {
    const known = upload.begun && (await arrived(call, upload.begun));
    const { begun, outcome } =
      known && upload.begun ? { begun: upload.begun, outcome: undefined } : await begin(call, upload);
    if (begun) {
      events.onBegun(begun);
      events.onEnd(await sendRest(call, { upload, begun, known: known ?? { offset: 0 } }, events));
    } else if (outcome) events.onEnd(outcome);
    // The workspace has many unfinished uploads: this one goes as a whole.
    else current = sendWhole(upload, events);
  };
  send().catch((error: unknown) => {
    if (!isAborted) events.onEnd(error instanceof Lost ? { isLost: true } : refused(error as Error));
  });
  return {
    abort: () => {
      isAborted = true;
      current?.abort();
    },
  };
}

type Call = (
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: Blob; onProgress?: (loaded: number) => void },
) => Promise<XMLHttpRequest>;

type Arrived = { offset: number; sourceId?: string };

const refused = ({ message }: Error): Outcome => ({ state: 'refused', reason: message });

/** What has arrived; undefined if the service knows nothing of the upload any more. */
async function arrived(call: Call, { id }: Begun): Promise<Arrived | undefined> {
  const answer = await call('HEAD', `${UPLOADS}/${id}`, {});
  if (answer.status === 404) return undefined;
  if (answer.status >= 300) throw new Lost();
  const sourceId = answer.getResponseHeader('footnote-source-id');
  return { offset: Number(answer.getResponseHeader('upload-offset')), ...(sourceId && { sourceId }) };
}

/** Neither if the workspace can't take another one in parts. */
async function begin(call: Call, upload: Upload): Promise<{ begun?: Begun; outcome?: Outcome }> {
  const answer = await call('POST', UPLOADS, {
    headers: { 'upload-length': String(upload.file.size), 'upload-metadata': metadataOf(upload) },
  });
  if (answer.status === 409) return {};
  if (answer.status !== 201) return { outcome: await outcomeOf(answer) };
  const { data } = answer.response as { data: { id: string; created_at: string } };
  return { begun: { id: data.id, at: data.created_at } };
}

async function sendRest(
  call: Call,
  { upload: { file }, begun, known }: { upload: Upload; begun: Begun; known: Arrived },
  { onProgress }: SendingEvents,
): Promise<Outcome> {
  let { offset, sourceId } = known;
  if (sourceId === undefined) {
    const answer = await call('PATCH', `${UPLOADS}/${begun.id}`, {
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: file.slice(offset),
      onProgress: (loaded) => onProgress((offset + loaded) / file.size),
    });
    // 409: a request that was given up has brought more than was known.
    if (answer.status === 409) throw new Lost();
    if (answer.status !== 204) return await outcomeOf(answer);
    offset = Number(answer.getResponseHeader('upload-offset'));
    sourceId = answer.getResponseHeader('footnote-source-id') ?? undefined;
  }
  if (sourceId === undefined) throw new Lost();
  const source = await request<Source>('GET', `${SOURCES}/${sourceId}`);
  // A source from before the upload has the same bytes.
  return { state: 'stored', share: 1, source, isKnown: source.created_at < begun.at };
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** The fields of a source, as the header has them. */
function metadataOf({ file, knowledgeBaseId, tags, onDuplicate }: Upload): string {
  const fields: [string, string][] = [
    ['filename', file.name],
    ['name', [...file.name].slice(0, LIMITS.nameCharacters).join('')],
    ['on_duplicate', onDuplicate],
    ...(knowledgeBaseId === undefined ? [] : [['knowledge_base_id', knowledgeBaseId] as [string, string]]),
    ...(tags.length === 0 ? [] : [['tags', JSON.stringify(tags)] as [string, string]]),
    ...(file.type === '' ? [] : [['filetype', file.type] as [string, string]]),
  ];
  return fields.map(([name, value]) => `${name} ${base64(value)}`).join(',');
}
