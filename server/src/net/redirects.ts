import { type FailurePlace, subjectOf } from './explain-failure.ts';
import { FetchError } from './fetch-error.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that a redirect to another origin keeps. None of them can be a secret. */
const HARMLESS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'if-modified-since',
  'if-none-match',
  'user-agent',
]);

/** The longest request line that common servers accept. */
const MAX_CHARACTERS = 8_192;

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/** The target of a redirect. Throws a FetchError if it is missing or not a URL that may be fetched.
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

/** The headers for the next hop. */
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

/** Header bytes arrive as one character each. Servers that send bytes beyond ASCII in a URL mean UTF-8. */
function fromHeader(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? value : text;
}
