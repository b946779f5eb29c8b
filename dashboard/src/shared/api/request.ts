import { text } from '#shared/strings/text.ts';
import { untilReady } from './service-reach.ts';
import { readShown, writeStored } from './shown-names.ts';
import type { Submission } from './submission.ts';

/** Requests to the API, the same one that API keys use, authenticated by the session cookie. */

export type ErrorDetail = { field: string; reason: string };

/** An error response. `status` is 0 if the service could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetail[];
  readonly requestId: string | undefined;

  constructor(
    status: number,
    error: { code: string; message: string; details?: ErrorDetail[]; request_id?: string },
  ) {
    super(error.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = error.code;
    this.details = error.details ?? [];
    this.requestId = error.request_id;
  }
}

/** Why a session ended; undefined if there was none. */
export type SessionEnd = 'expired' | 'ended';

export const readSessionEnd = (value: unknown): SessionEnd | undefined =>
  value === 'expired' || value === 'ended' ? value : undefined;

/** Reads the reason from a 401 error. */
export const sessionEndOf = (error: Error): SessionEnd | undefined =>
  error instanceof ApiError
    ? readSessionEnd(error.details.find(({ field }) => field === 'session')?.reason)
    : undefined;

/** Whether the resource does not exist (404). */
export const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

/** Whether someone has changed the same thing since it was read (412). */
export const isChangedSince = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.status === 412;

/** The reason for each field of a form, and the error itself if it is about none of them. */
export function reasonsOf(error: Error | null, fields: readonly string[]) {
  const details = error instanceof ApiError ? error.details : [];
  // `tags[3]` belongs to the field `tags`.
  const reasonOf = (field: string): string | undefined =>
    details.find(
      (detail) =>
        detail.field === field ||
        (/^[.[]/.test(detail.field.slice(field.length)) && detail.field.startsWith(field)),
    )?.reason;
  return { reasonOf, rest: error && !fields.some(reasonOf) ? error : null };
}

export type ListPage<Item> = { items: Item[]; nextCursor: string | undefined };

/** A body that is not JSON. */
export class TextBody {
  readonly type: 'text/csv' | 'application/jsonl';
  readonly text: string;

  constructor(type: TextBody['type'], text: string) {
    this.type = type;
    this.text = text;
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** `data` of the response; undefined if it is empty. Throws ApiError. */
export const request = async <Data>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Data> => (await send(method, path, body, { signal })).data as Data;

/** `data` with the version that a change of it is about, for what changes without anyone editing it. */
export const requestVersioned = async <Data>(
  path: string,
  signal: AbortSignal,
): Promise<{ data: Data; version: string | undefined }> => {
  const { data, version } = await send('GET', path, undefined, { signal });
  return { data: data as Data, version };
};

/** Like `request`, for the dialog that asks people to sign in: no one is asked again. */
export const requestUnasked = async <Data>(method: Method, path: string, body?: unknown): Promise<Data> =>
  (await send(method, path, body, { isUnasked: true })).data as Data;

/** Sends what a form holds, so that sending it twice has one effect. */
export const submit = async <Data>(
  submission: Submission,
  method: 'POST' | 'PATCH' | 'PUT',
  path: string,
  body?: unknown,
): Promise<Data> => {
  const { version } = submission;
  const content =
    body instanceof FormData ? undefined : `${method} ${path} ${version} ${JSON.stringify(body)}`;
  const headers = {
    // Files are recognised by their content, and replacing one twice changes nothing.
    ...(content !== undefined && { 'idempotency-key': submission.keyFor(content) }),
    ...(version !== undefined && { 'if-match': `"${version}"` }),
  };
  return (await send(method, path, body, { headers })).data as Data;
};

/** One page of a list. */
export async function requestPage<Item>(
  path: string,
  query: Record<string, string | number | readonly string[] | undefined>,
  signal?: AbortSignal,
): Promise<ListPage<Item>> {
  const { data, meta } = await send('GET', withQuery(path, query), undefined, { signal });
  return { items: data as Item[], nextCursor: meta?.next_cursor };
}

/** All pages of a list. */
export async function requestAll<Item>(
  path: string,
  signal: AbortSignal,
  query: Parameters<typeof withQuery>[1] = {},
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await requestPage<Item>(path, { ...query, limit: 100, cursor }, signal);
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

/** Options for an infinite query over a list: the cursor is the `pageParam`. */
export const BY_CURSOR = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: ListPage<unknown>) => nextCursor,
};

let askWho: (() => Promise<boolean>) | undefined;

/** Registers the dialog that asks people to confirm their identity. It resolves to false if they cancel. */
export const whenConfirmationIsNeeded = (ask: () => Promise<boolean>): void => {
  askWho = ask;
};

/** How it ended that people were asked to sign in again. `unasked`: no one was signed in on this page. */
export type SignedIn = 'again' | 'cancelled' | 'unasked';

let askToSignIn: ((end: SessionEnd | undefined) => Promise<SignedIn>) | undefined;
/** Those who do not want to sign in are asked again when they change something. */
let isSignInCancelled = false;

/** Registers the dialog that asks people to sign in again. */
export const whenSessionEnds = (ask: typeof askToSignIn): void => {
  askToSignIn = ask;
};

let isLeaving = false;

/** Call it before a session is ended on purpose: no one is asked to sign in again. */
export const leaveSession = (): void => {
  isLeaving = true;
};

/** After a 401: asks the person to sign in again. Throws if they don't, and the error itself if no one was signed in. */
export async function untilSignedInAgain(error: ApiError, isChange: boolean): Promise<void> {
  const ended = new ApiError(401, { code: 'session_ended', message: text.common.sessionEnded });
  if (isSignInCancelled && !isChange) throw ended;
  const result = isLeaving ? 'unasked' : ((await askToSignIn?.(sessionEndOf(error))) ?? 'unasked');
  isSignInCancelled = result === 'cancelled';
  if (result === 'cancelled') throw ended;
  if (result === 'again') return;
  signedOut.add(error);
  throw error;
}

const signedOut = new WeakSet<Error>();

/** Whether a request was refused because no one is signed in on this page. A wrong password is another matter. */
export const isSignedOut = (error: Error): boolean => signedOut.has(error);

/** Here, a 401 is about the credentials that were sent. */
const SIGN_IN_PATHS = /^\/v1\/account\/(?:sign-in|passkey-sign-in|accept-invitation|invitation)(?:\/|$)/;

const needsConfirmation = ({ status, details }: ApiError): boolean =>
  status === 403 && details.some(({ field }) => field === 'confirmation');

/** Without a timeout, a browser waits for ever on a lost connection, such as after the machine slept. */
const ANSWER_WITHIN_MS = 60_000;

type Envelope = { data?: unknown; meta?: { next_cursor?: string }; version?: string | undefined };

async function send(
  method: Method,
  path: string,
  body: unknown,
  options: { signal?: AbortSignal | undefined; headers?: Record<string, string>; isUnasked?: true },
): Promise<Envelope> {
  const { signal, headers, isUnasked } = options;
  const isForm = body instanceof FormData;
  const isText = body instanceof TextBody;
  const tooSlow = new AbortController();
  const timer = method === 'GET' && setTimeout(() => tooSlow.abort(), ANSWER_WITHIN_MS);
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      signal: AbortSignal.any([tooSlow.signal, ...(signal ? [signal] : [])]),
      ...(body !== undefined && {
        body: isForm ? body : isText ? body.text : writeStored(body),
      }),
      headers: {
        ...headers,
        ...(body !== undefined && !isForm && { 'content-type': isText ? body.type : 'application/json' }),
      },
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    void untilReady();
    throw new ApiError(0, { code: 'unreachable', message: text.common.unreachable });
  } finally {
    if (timer) clearTimeout(timer);
  }
  if (method === 'GET' && response.status === 503) void untilReady();
  if (!response.ok) {
    const error = await errorOf(response);
    if (error.status === 401 && !isUnasked && !SIGN_IN_PATHS.test(path)) {
      await untilSignedInAgain(error, method !== 'GET');
      return await send(method, path, body, options);
    }
    if (!askWho || !needsConfirmation(error)) throw error;
    if (!(await askWho()))
      throw new ApiError(403, { code: 'not_confirmed', message: text.common.notConfirmed });
    return await send(method, path, body, options);
  }
  if (SIGN_IN_PATHS.test(path)) {
    isLeaving = false;
    isSignInCancelled = false;
  }
  if (response.status === 204) return {};
  const answer = readShown(await response.text()) as Envelope;
  // A proxy that compresses answers makes their tags weak.
  return { ...answer, version: /"(.*)"/.exec(response.headers.get('etag') ?? '')?.[1] };
}

/** The error of a response, including one made by a proxy. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as { error?: ApiError } | undefined;
  return new ApiError(
    response.status,
    body?.error ?? {
      code: 'unexpected',
      message: text.common.unexpected({ status: String(response.status) }),
    },
  );
}

export function withQuery(
  path: string,
  query: Record<string, string | number | readonly string[] | undefined>,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, String(each));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
