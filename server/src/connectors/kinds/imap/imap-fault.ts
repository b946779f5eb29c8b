import type { ImapFlowError } from 'imapflow';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { faultOfFetch } from '#connectors/kinds/fetch-fault.ts';
import { explainFailure } from '#net/explain-failure.ts';
import { FetchError } from '#net/fetch-error.ts';
import type { ImapSettings } from './settings.ts';

/** Answers that are larger than any true one. */
const TOO_MUCH: ReadonlySet<string | undefined> = new Set([
  'LineTooLarge',
  'LiteralTooLarge',
  'ResponseTooLarge',
  'TooManyTokens',
  'TooManyResponses',
  'MAX_IMAP_NESTING_REACHED',
  'STARTTLS_INJECTION',
  'UnexpectedTag',
  'MissingTag',
  'InvalidResponse',
  'ResponseProcessingFailed',
]);

/** The fault of a connector for an error of the IMAP client. The words of the server are not repeated. */
export function faultOfImap(error: unknown, { host, port }: ImapSettings): unknown {
  if (error instanceof ConnectorFault || !(error instanceof Error)) return error;
  const known: ImapFlowError = error;
  const fault = (code: ConnectorFault['code'], message: string): ConnectorFault =>
    new ConnectorFault(code, message, { cause: error, retryAfterMs: known.throttleReset });
  if (known.authenticationFailed)
    return known.serverResponseCode === 'UNAVAILABLE'
      ? fault('unavailable', `${host} cannot check passwords at the moment.`)
      : fault(
          'credentials',
          `${host} refuses the user name and the password or access token. Enter them again.`,
        );
  if (known.code === 'ETHROTTLE' || known.serverResponseCode === 'LIMIT')
    return fault('rate_limited', `${host} was asked too often.`);
  if (known.mailboxMissing || known.serverResponseCode === 'NONEXISTENT')
    return fault('settings', `A folder of \`folders\` does not exist at ${host}.`);
  if (TOO_MUCH.has(known.code) || known.code?.startsWith('ParserError'))
    return fault('untrusted', `${host} does not answer as an IMAP server does.`);
  const explained = explainFailure(known.tlsFailed && known._err ? known._err : error, {
    host,
    isRedirected: false,
  });
  if (explained instanceof FetchError) return faultOfFetch(explained);
  if (known.tlsFailed)
    return fault('untrusted', `${host} does not offer STARTTLS, or has no trusted TLS certificate.`);
  return fault('unavailable', `${host}, port ${port}, ended the connection or did not answer.`);
}
