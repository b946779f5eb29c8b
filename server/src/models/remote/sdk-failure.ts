import type { APICallError } from 'ai';
import type { ModelError } from '#models/model-error.ts';
import {
  explainNetworkFailure,
  explainRefusal,
  explainUnreadable,
  type ModelSubject,
  retryAfterOf,
} from './provider-failure.ts';

/** Translates a failed call of the SDK. It is not kept as the cause, because it contains the texts. */
export function explainCallError(subject: ModelSubject, error: APICallError): ModelError {
  if (error.statusCode === undefined) return explainNetworkFailure(subject, error);
  if (error.statusCode < 300) {
    return error.isRetryable ? explainNetworkFailure(subject, error) : explainUnreadable(subject);
  }
  return explainRefusal(subject, {
    status: error.statusCode,
    message: error.message,
    retryAfterSeconds: retryAfterOf((name) => error.responseHeaders?.[name]),
  });
}

/** The error that a provider sent in a stream that had begun; undefined if it is no error of a known form. status: 500 unless it
 *  says another. */
export function refusalInStream(error: unknown): { status: number; message: string } | undefined {
  const outer = asRecord(error);
  if (!outer || error instanceof Error) return undefined;
  const inner = asRecord(asRecord(outer['response'])?.['error']) ?? asRecord(outer['error']) ?? outer;
  const { message } = inner;
  if (typeof message !== 'string') return undefined;
  const status = [inner, outer]
    .flatMap((record) => ['statusCode', 'status_code', 'status', 'code'].map((name) => Number(record[name])))
    .find((code) => Number.isInteger(code) && code >= 400 && code < 600);
  return { status: status ?? 500, message };
}

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
