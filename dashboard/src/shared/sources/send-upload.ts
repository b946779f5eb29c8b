import { LIMITS } from '#server/isomorphic/limits.ts';
import { ApiError, untilSignedInAgain } from '#shared/api/request.ts';
import { addSources as words } from '#shared/strings/add-sources.ts';
import type { Source } from './source.ts';
import { SOURCES } from './source-queries.ts';
import type { Upload } from './upload.ts';

/** holdSeconds: how long the service asks to wait. isLost: the connection was lost before a response. */
export type Outcome = Partial<Upload> | { holdSeconds: number } | { isLost: true };

const LONGEST_HOLD_SECONDS = 120;

/** Uses XMLHttpRequest for upload progress. An abort has no outcome. */
export function sendUpload(
  { file, knowledgeBaseId, tags, onDuplicate }: Upload,
  { onProgress, onEnd }: { onProgress: (share: number) => void; onEnd: (outcome: Outcome) => void },
): XMLHttpRequest {
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
  xhr.onload = () => {
    const outcome = outcomeOf(xhr);
    if (xhr.status !== 401) return onEnd(outcome);
    untilSignedInAgain(errorOf(xhr), true).then(
      () => onEnd({ holdSeconds: 0 }),
      () => onEnd(outcome),
    );
  };
  xhr.onerror = () => onEnd({ isLost: true });
  xhr.open('POST', SOURCES);
  xhr.send(form);
  return xhr;
}

function outcomeOf(xhr: XMLHttpRequest): Outcome {
  const { status, response } = xhr as {
    status: number;
    response: { data?: Source } | null;
  };
  if (status < 300 && response?.data)
    return { state: 'stored', share: 1, source: response.data, isKnown: status === 200 };
  const seconds = Number(xhr.getResponseHeader('retry-after'));
  if ((status === 429 || status === 503) && seconds > 0 && seconds <= LONGEST_HOLD_SECONDS)
    return { holdSeconds: seconds };
  // The same file would be refused again.
  return { state: 'refused', reason: errorOf(xhr).message, isFinal: status === 413 || status === 422 };
}

const errorOf = ({ status, response }: XMLHttpRequest): ApiError =>
  new ApiError(
    status,
    (response as { error?: ApiError } | null)?.error ?? {
      code: 'unexpected',
      message: words.uploads.unexpected(status),
    },
  );
