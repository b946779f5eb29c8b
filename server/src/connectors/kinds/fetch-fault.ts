import { ConnectorFault, type ConnectorFaultCode } from '#connectors/connector-fault.ts';
import { FetchError, type FetchErrorCode } from '#net/fetch-error.ts';

/** The fault of a connector for a request that failed. */
export const faultOfFetch = (error: FetchError): ConnectorFault =>
  new ConnectorFault(
    error.code === 'dns' && error.isRetryable ? 'unavailable' : CODES[error.code],
    error.message,
    { cause: error },
  );

const CODES: Readonly<Record<FetchErrorCode, ConnectorFaultCode>> = {
  blocked: 'untrusted',
  timeout: 'unavailable',
  too_large: 'untrusted',
  too_many_redirects: 'untrusted',
  bad_redirect: 'untrusted',
  dns: 'settings',
  connect: 'unavailable',
  tls: 'untrusted',
  reset: 'unavailable',
  aborted: 'unavailable',
  bad_response: 'untrusted',
};

/** A body whose errors are faults of a connector. */
export async function* withFaults(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw error instanceof FetchError ? faultOfFetch(error) : error;
  }
}
