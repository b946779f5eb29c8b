import type { Answer, Client, TestService } from './start-test-service.ts';
import { createClient } from './start-test-service.ts';

/** A person in a browser: a client whose requests carry the cookie, and the Origin that a browser would send. */
export type Browser = Client & {
  /** The cookie as `name=value`; undefined while nobody is signed in. */
  cookie(): string | undefined;
  /** The same browser at the other address. */
  at(baseUrl: string): Browser;
};

/** A browser at an address; `jar` shares its cookies, because cookies do not know ports. */
export function openBrowser(baseUrl: string, jar: { cookie?: string; passkey?: string } = {}): Browser {
  const client = createClient(baseUrl, '');
  const call: Client['call'] = async (method, path, body, headers = {}) => {
    const answer = await client.call(method, path, body, {
      cookie: [jar.cookie, jar.passkey].filter((each) => each !== undefined).join('; '),
      origin: new URL(baseUrl).origin,
      'sec-fetch-site': 'same-origin',
      ...headers,
    });
    const set = answer.headers.getSetCookie().find((each) => each.includes('footnote_sign_in='));
    if (set?.includes('Max-Age=0') || set?.includes('01 Jan 1970')) delete jar.cookie;
    else if (set) jar.cookie = set.split(';')[0] ?? '';
    const passkey = answer.headers.getSetCookie().find((each) => each.includes('footnote_passkey='));
    if (passkey?.includes('01 Jan 1970')) delete jar.passkey;
    else if (passkey) jar.passkey = passkey.split(';')[0] ?? '';
    return answer;
  };
  return {
    ...client,
    call,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
    addText: async (name, content, more = {}) => {
      const added = await call('POST', '/v1/knowledge-base/sources', {
        type: 'text',
        name,
        content,
        ...more,
      });
      return (await call('GET', `/v1/knowledge-base/sources/${added.body.data.id}?wait=30`)).body.data;
    },
    cookie: () => jar.cookie,
    at: (other) => openBrowser(other, jar),
  };
}

export const PASSWORD = 'a long enough password';

/** What follows `#token=` in the link of an invitation. */
export const tokenOf = (link: string): string => link.split('#token=')[1] ?? '';

let count = 0;

/** The owner of the first workspace, by the link of the first start, signed in at the live address. */
export async function signUpOwner(
  { service, live }: TestService,
  email = 'owner@example.com',
): Promise<Browser> {
  const browser = openBrowser(live.baseUrl);
  expectJoined(await join(browser, service.firstKeys?.ownerToken ?? '', email));
  return browser;
}

export const join = (browser: Browser, token: string, email: string): Promise<Answer> =>
  browser.post('/v1/account/accept-invitation', { token, email, name: 'Ada', password: PASSWORD });

/** Somebody with a role, invited by an admin (by a browser or a key) and signed in. */
export async function signUp(
  admin: Client,
  role: string,
  email = `person-${++count}@example.com`,
): Promise<Browser & { email: string; accountId: string }> {
  const { body } = await confirmed(admin, () => admin.post('/v1/invitations', { role, email }));
  const browser = openBrowser(admin.baseUrl);
  const joined = expectJoined(await join(browser, tokenOf(body.data.link), email));
  return { ...browser, email, accountId: joined.body.data.id };
}

function expectJoined(answer: Answer): Answer {
  if (answer.status !== 201)
    throw new Error(`joining answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Sends what needs a confirmation, and confirms first where it is asked for: tests move the clock. */
export async function confirmed(person: Client, send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  if (answer.status !== 403 || answer.body.error.details?.[0]?.field !== 'confirmation') return answer;
  await person.post('/v1/account/confirm', { password: PASSWORD });
  return await send();
}
