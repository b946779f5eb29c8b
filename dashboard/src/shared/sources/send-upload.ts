import { LIMITS } from '#server/isomorphic/limits.ts';
import { ApiError, untilSignedInAgain } from '#shared/api/request.ts';
import { text } from '#shared/strings/text.ts';
import type { Source } from './source.ts';
import { SOURCES } from './source-queries.ts';
import type { Begun, Upload } from './upload.ts';

const words = text.addSources;

/** holdSeconds: how long the service asks to wait. isLost: the connection was lost before a response. */
export type Outcome = Partial<Upload> | { holdSeconds: number } | { isLost: true };

/** An abort has no outcome. */
export type Sending = { abort(): void };
export type SendingEvents = {
  onProgress: (share: number) => void;
  /** From here on it can be continued. */
  onBegun: (begun: Begun) => void;
  onEnd: (outcome: Outcome) => void;
};

const LONGEST_HOLD_SECONDS = 120;

/** Sends a file in one request. Uses XMLHttpRequest for upload progress. */
export function sendWhole(
  { file, knowledgeBaseId, tags, onDuplicate }: Upload,
  { onProgress, onEnd }: SendingEvents,
): Sending {
  const form = new FormData();
  form.append('type', 'document');
  form.append('name', [...file.name].slice(0, LIMITS.nameCharacters).join(''));
  form.append('on_duplicate', onDuplicate);
  if (knowledgeBaseId !== undefined) form.append('knowledge_base_id', knowledgeBaseId);
  for (const tag of tags) form.append('tags[]', tag);
  form.append('file', file);
  const xhr = new XMLHttpRequest();
  xhr.responseType = 'json';
  xhr.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
  xhr.onload = () => void outcomeOf(xhr).then(onEnd);
  xhr.onerror = () => onEnd({ isLost: true });
  xhr.open('POST', SOURCES);
  xhr.send(form);
  return xhr;
}

/** What a response means. Asks a person whose session has ended to sign in again. */
export async function outcomeOf(xhr: XMLHttpRequest): Promise<Outcome> {
  const { status, response } = xhr as {
    status: number;
    response: { data?: Source } | null;
  };
  if (status < 300 && response?.data)
    return { state: 'stored', share: 1, source: response.data, isKnown: status === 200 };
  const seconds = Number(xhr.getResponseHeader('retry-after'));
  if ((status === 429 || status === 503) && seconds > 0 && seconds <= LONGEST_HOLD_SECONDS)
    return { holdSeconds: seconds };
  const error = errorOf(xhr);
  const isBack =
    status === 401 &&
    (await untilSignedInAgain(error, true).then(
      () => true,
      () => false,
    ));
  if (isBack) return { holdSeconds: 0 };
  // The same file would be refused again.
  return { state: 'refused', reason: error.message, isFinal: status === 413 || status === 422 };
}

const errorOf = ({ status, response }: XMLHttpRequest): ApiError =>
  new ApiError(
    status,
    (response as { error?: ApiError } | null)?.error ?? {
      code: 'unexpected',
      message: words.uploads.unexpected({ status: String(status) }),
    },
  );
