import { type ModelRole, modelSetting } from '#lib/model-setting.ts';
import { readRetryAfter } from '#lib/retry-after.ts';
import { ModelError } from '#models/model-error.ts';

/** The model that an error is about. */
export type ModelSubject = {
  /** The name of the model, such as `openai/text-embedding-3-small`. */
  readonly name: string;
  /** Whose settings to name. */
  readonly settings: ModelRole;
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
};

/** An error answer of a provider. */
export type ProviderRefusal = {
  status: number;
  /** The provider's own message. */
  message: string;
  retryAfterSeconds?: number | undefined;
};

const REFUSED_KEY = new Set([401, 403]);
/** Statuses worth a retry: timeout, conflict, too many requests. */
const PASSING = new Set([408, 409, 425, 429]);
/** Statuses after which the model may still be writing: timeouts of the provider or a proxy. */
const UNCERTAIN = new Set([408, 504, 524]);
/** Network failures before the request was sent. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** The most characters quoted from a provider's message. */
const MESSAGE_CHARACTERS = 200;

/** An error for a refusal, which names the setting to check. */
export function explainRefusal(
  { name, settings, apiKey }: ModelSubject,
  { status, message, retryAfterSeconds }: ProviderRefusal,
): ModelError {
  const isRetryable = PASSING.has(status) || status >= 500;
  const fail = (sentence: string) =>
    new ModelError(`${name} ${sentence}`, {
      isRetryable,
      isFree: !UNCERTAIN.has(status),
      ...(isRetryable && { retryAfterSeconds }),
    });
  // Google answers 400 to an invalid key.
  if (REFUSED_KEY.has(status) || (status === 400 && /api[ _]key/i.test(message))) {
    return fail(
      apiKey === undefined
        ? `requires a key (${status}): set ${modelSetting(settings, 'api_key')}.`
        : `refused ${modelSetting(settings, 'api_key')} (${status}): set a valid key that may use this model.`,
    );
  }
  if (status === 404) {
    return fail(
      `was not found by the provider (404): check ${modelSetting(settings, 'model')} and ${modelSetting(settings, 'base_url')}.`,
    );
  }
  if (status === 429) return fail('is rate limited, or its quota is used up (429).');
  if (status >= 500) return fail(`failed at the provider (${status}).`);
  return fail(`refused the request (${status}): ${quotable(message, apiKey)}`);
}

/** An error for a request without an answer, or with an incomplete one. */
export function explainNetworkFailure({ name, settings, baseUrl }: ModelSubject, error: unknown): ModelError {
  return new ModelError(
    `${name} could not be reached at ${originOf(baseUrl)} (${reasonOf(error)}): check the network and ${modelSetting(settings, 'base_url')}.`,
    { isRetryable: true, isFree: UNSENT.has(reasonOf(error)) },
  );
}

/** An error for a request without an answer in time. */
export const explainTimeout = ({ name, settings }: ModelSubject, seconds: number): ModelError =>
  new ModelError(
    `${name} did not answer within ${seconds} s (see ${modelSetting(settings, 'timeout_seconds')}).`,
    {
      isRetryable: true,
    },
  );

/** An error for a reply that stopped. */
export const explainSilence = ({ name, settings }: ModelSubject, seconds: number): ModelError =>
  new ModelError(
    `${name} sent nothing for ${seconds} s in the middle of its reply (see ${modelSetting(settings, 'timeout_seconds')}).`,
    {
      isRetryable: true,
    },
  );

/** The same if the connection ended, or the reply has no end. */
export const explainBrokenOff = ({ name }: ModelSubject): ModelError =>
  new ModelError(`${name} broke off in the middle of its reply.`, { isRetryable: true });

/** An error for an answer that does not fit the protocol: perhaps cut off, perhaps from another kind of server. */
export const explainUnreadable = ({ name, settings }: ModelSubject): ModelError =>
  new ModelError(
    `${name} sent an answer that cannot be read: check ${modelSetting(settings, 'provider')} and ${modelSetting(settings, 'base_url')}.`,
    { isRetryable: true },
  );

/** Reads `Retry-After` (seconds or a date) and OpenAI's `retry-after-ms`. */
export function retryAfterOf(header: (name: string) => string | null | undefined): number | undefined {
  const ms = Number(header('retry-after-ms') || Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms / 1000);
  const asked = readRetryAfter(header('retry-after'));
  return asked === undefined ? undefined : asked / 1000;
}

/** The provider's message as one line, without the key in case it quotes it. */
function quotable(message: string, apiKey: string | undefined): string {
  const line = (apiKey ? message.replaceAll(apiKey, '…') : message).replace(/\s+/g, ' ').trim();
  if (line === '') return 'it gave no reason.';
  return line.length > MESSAGE_CHARACTERS ? `${line.slice(0, MESSAGE_CHARACTERS)}…` : line;
}

/** Without the path, which may contain a key. */
function originOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.origin ?? 'an invalid URL';
}

function reasonOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code;
  }
  return 'no connection';
}
