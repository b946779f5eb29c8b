import { type ModelRole, modelSetting } from '#lib/model-setting.ts';
import { ModelError } from '#models/model-error.ts';

/** What a sentence about a failed model names. */
export type ModelSubject = {
  /** Of the model, such as `openai/text-embedding-3-small`. */
  readonly name: string;
  readonly settings: ModelRole;
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
};

/** What a provider answered instead of a result. */
export type Refusal = {
  status: number;
  /** In the words of the provider. */
  message: string;
  retryAfterSeconds?: number | undefined;
};

const REFUSED_KEY = new Set([401, 403]);
/** Of a refusal that another attempt may cure: time-out, conflict, too many requests. */
const PASSING = new Set([408, 409, 425, 429]);
/** Of an answer after which the model may be writing still: time-outs, of the provider or a proxy before it. */
const UNCERTAIN = new Set([408, 504, 524]);
/** Of a network failure before the request was sent. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** Longest part of a provider's own words that is passed on. */
const MESSAGE_CHARACTERS = 200;

/** A refusal as an error that names the setting to look at. */
export function explainRefusal(
  { name, settings, apiKey }: ModelSubject,
  { status, message, retryAfterSeconds }: Refusal,
): ModelError {
  const isRetryable = PASSING.has(status) || status >= 500;
  const fail = (sentence: string) =>
    new ModelError(`${name} ${sentence}`, {
      isRetryable,
      isFree: !UNCERTAIN.has(status),
      ...(isRetryable && { retryAfterSeconds }),
    });
  // Google answers 400 to a key that is none.
  if (REFUSED_KEY.has(status) || (status === 400 && /api[ _]key/i.test(message))) {
    return fail(
      apiKey === undefined
        ? `asks for a key (${status}): set ${modelSetting(settings, 'api_key')}.`
        : `refused ${modelSetting(settings, 'api_key')} (${status}): set a key that is valid and may use this model.`,
    );
  }
  if (status === 404) {
    return fail(
      `is unknown to the provider, or the address is (404): check ${modelSetting(settings, 'model')} and ${modelSetting(settings, 'base_url')}.`,
    );
  }
  if (status === 429) return fail('is asked too often, or a quota is spent (429).');
  if (status >= 500) return fail(`failed at the provider (${status}).`);
  return fail(`refused the request (${status}): ${quotable(message, apiKey)}`);
}

/** No answer at all, or one that broke off. */
export function explainNetworkFailure({ name, settings, baseUrl }: ModelSubject, error: unknown): ModelError {
  return new ModelError(
    `${name} could not be reached at ${originOf(baseUrl)} (${reasonOf(error)}): check the network and ${modelSetting(settings, 'base_url')}.`,
    { isRetryable: true, isFree: UNSENT.has(reasonOf(error)) },
  );
}

/** No answer within the time that it had. */
export const explainTimeout = ({ name, settings }: ModelSubject, seconds: number): ModelError =>
  new ModelError(
    `${name} did not answer within ${seconds} s (see ${modelSetting(settings, 'timeout_seconds')}).`,
    {
      isRetryable: true,
    },
  );

/** A reply that was under way. */
export const explainSilence = ({ name, settings }: ModelSubject, seconds: number): ModelError =>
  new ModelError(
    `${name} fell silent for ${seconds} s within its reply (see ${modelSetting(settings, 'timeout_seconds')}).`,
    {
      isRetryable: true,
    },
  );

/** As explainSilence: the connection ended, or the provider did not come to its end. */
export const explainBrokenOff = ({ name }: ModelSubject): ModelError =>
  new ModelError(`${name} broke off within its reply.`, { isRetryable: true });

/** An answer of another form than the protocol has: perhaps cut off, perhaps of something else at that address. */
export const explainUnreadable = ({ name, settings }: ModelSubject): ModelError =>
  new ModelError(
    `${name} sent an answer that cannot be read: check ${modelSetting(settings, 'provider')} and ${modelSetting(settings, 'base_url')}.`,
    { isRetryable: true },
  );

/** Reads `Retry-After` (seconds or a date) and OpenAI's `retry-after-ms`. */
export function retryAfterOf(header: (name: string) => string | null | undefined): number | undefined {
  const ms = Number(header('retry-after-ms') || Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms / 1000);
  const value = header('retry-after');
  if (!value) return undefined;
  const seconds = Number.isNaN(Number(value)) ? (Date.parse(value) - Date.now()) / 1000 : Number(value);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The provider's words as one line, without the key, should it have quoted it. */
function quotable(message: string, apiKey: string | undefined): string {
  const line = (apiKey ? message.replaceAll(apiKey, '…') : message).replace(/\s+/g, ' ').trim();
  if (line === '') return 'it gave no reason.';
  return line.length > MESSAGE_CHARACTERS ? `${line.slice(0, MESSAGE_CHARACTERS)}…` : line;
}

/** Without a path, in which a key may stand. */
function originOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.origin ?? 'an address that is none';
}

function reasonOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code;
  }
  return 'no connection';
}
