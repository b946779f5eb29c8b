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
