import { type FailurePlace, subjectOf } from './explain-failure.ts';
import { FetchError } from './fetch-error.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What a request may carry to another origin than the one the caller meant: nothing that could be a secret. */
const HARMLESS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'if-modified-since',
  'if-none-match',
  'user-agent',
]);

/** What common servers take as the first line of a request. */
const MAX_CHARACTERS = 8_192;

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/** Where a redirect leads. Throws a FetchError when that is nowhere, or no address that is fetched.
 *  location: the header, relative or absolute. from: the URL that answered. */
export function redirectTarget(location: string | undefined, from: URL, place: FailurePlace): URL {
  const subject = subjectOf(place);
  const refuse = (what: string): never => {
    throw new FetchError('bad_redirect', `${subject} ${what}.`);
  };
  if (!location) return refuse('redirects without saying where to');
  const text = fromHeader(location);
  if (!URL.canParse(text, from.href)) return refuse('redirects to something that is not an address');
  const target = new URL(text, from);
  if (target.href.length > MAX_CHARACTERS)
    return refuse(`redirects to an address of more than ${MAX_CHARACTERS} characters`);
  if (!isHttp(target)) return refuse('redirects to an address that is not http or https');
  if (hasCredentials(target)) return refuse('redirects to an address with a user name or a password in it');
  target.hash = '';
  return target;
}

/** Headers of one hop -> of the next. */
export function headersFor(
  headers: Readonly<Record<string, string>>,
  from: URL,
  target: URL,
): Record<string, string> {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    from.origin === target.origin ? entries : entries.filter(([name]) => HARMLESS.has(name)),
  );
}

export const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

export const hasCredentials = (url: URL): boolean => url.username !== '' || url.password !== '';

/** Header bytes arrive one character each. A server that writes an address in UTF-8 means UTF-8. */
function fromHeader(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? value : text;
}
