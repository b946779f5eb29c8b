import { LIMITS } from '#server/isomorphic/limits.ts';
import { ApiError } from '#shared/api/request.ts';
import { text } from '#shared/strings/text.ts';
import type { Source } from './source.ts';
import { SOURCES } from './source-queries.ts';
import type { Upload } from './upload.ts';

const words = text.addSources;

/** holdSeconds: how long the service asks to wait. */
export type Outcome = Partial<Upload> | { holdSeconds: number };

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
  xhr.onload = () => onEnd(outcomeOf(xhr));
  xhr.onerror = () => onEnd({ state: 'refused', reason: words.uploads.unreachable });
  xhr.open('POST', SOURCES);
  xhr.send(form);
  return xhr;
}

function outcomeOf(xhr: XMLHttpRequest): Outcome {
  const { status, response } = xhr as {
    status: number;
    response: { data?: Source; error?: ApiError } | null;
  };
  if (status < 300 && response?.data)
    return { state: 'stored', share: 1, source: response.data, isKnown: status === 200 };
  const seconds = Number(xhr.getResponseHeader('retry-after'));
  if ((status === 429 || status === 503) && seconds > 0 && seconds <= LONGEST_HOLD_SECONDS)
    return { holdSeconds: seconds };
  const error = response?.error ?? {
    code: 'unexpected',
    message: words.uploads.unexpected({ status: String(status) }),
  };
  return { state: 'refused', reason: new ApiError(status, error).message };
}
