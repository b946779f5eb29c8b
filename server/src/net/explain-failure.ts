import { BlockedAddressError } from './blocked-address-error.ts';
import { FetchError, type FetchErrorCode } from './fetch-error.ts';

/** The target of a failed request. */
export type FailurePlace = {
  /** The host that the user named, with its port. */
  readonly host: string;
  readonly isRedirected: boolean;
};

type NetworkErrorCode = Extract<
  FetchErrorCode,
  'blocked' | 'timeout' | 'dns' | 'connect' | 'tls' | 'reset' | 'aborted' | 'bad_response'
>;

/** Turns a network error into a FetchError with a message for users. Returns other errors (bugs of this program)
 *  unchanged. */
export function explainFailure(error: unknown, place: FailurePlace): unknown {
  if (error instanceof FetchError) return error;
  const code = codeOf(error);
  if (code === undefined) return error;
  const isRetryable = code === 'dns' ? { isRetryable: systemCode(error) !== 'ENOTFOUND' } : {};
  return new FetchError(code, describe(code, place), { cause: error, ...isRetryable });
}

/** The host, or the page behind a redirect, as the start of a sentence. */
export const subjectOf = ({ host, isRedirected }: FailurePlace): string =>
  isRedirected ? `The page that ${host} redirects to` : host;

function describe(code: NetworkErrorCode, place: FailurePlace): string {
  const subject = subjectOf(place);
  switch (code) {
    case 'blocked':
      return `${place.host} ${place.isRedirected ? 'redirects' : 'leads'} to an address that is not public, and only public addresses are fetched.`;
    case 'timeout':
      return `${subject} did not answer in time.`;
    case 'dns':
      return `${subject} could not be found: its host name has no address.`;
    case 'connect':
      return `${subject} could not be reached: no connection could be made.`;
    case 'tls':
      return `${subject} has no trusted TLS certificate, or does not speak TLS.`;
    case 'reset':
      return `${subject} closed the connection before its answer was complete.`;
    case 'aborted':
      return `The request to ${place.host} was stopped.`;
    case 'bad_response':
      return `${subject} sent an answer that cannot be read.`;
  }
}

const CODES: Readonly<Record<string, NetworkErrorCode>> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'dns',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  EHOSTDOWN: 'connect',
  ENETUNREACH: 'connect',
  ENETDOWN: 'connect',
  EADDRNOTAVAIL: 'connect',
  EAFNOSUPPORT: 'connect',
  EINVAL: 'connect',
  EACCES: 'connect',
  EPERM: 'connect',
  EMFILE: 'connect',
  ENFILE: 'connect',
  ENOBUFS: 'connect',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  EPROTO: 'tls',
  UND_ERR_CLOSED: 'aborted',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_HEADERS_OVERFLOW: 'bad_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_response',
};

/** Codes of OpenSSL and Node for certificate and handshake errors (node:tls, "X509 certificate error codes"). */
const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_CERT_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH)/;
const PARSER_CODE = /^(HPE_|Z_|ERR__ERROR_|ERR_BROTLI_|ERR_PADDING_)/;

function codeOf(error: unknown): NetworkErrorCode | undefined {
  if (error instanceof BlockedAddressError) return 'blocked';
  const code = systemCode(error);
  if (code === undefined)
    return error instanceof Error && error.name === 'HTTPParserError' ? 'bad_response' : undefined;
  if (code.startsWith('EAI_')) return 'dns';
  if (TLS_CODE.test(code)) return 'tls';
  if (PARSER_CODE.test(code)) return 'bad_response';
  return CODES[code];
}

function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
