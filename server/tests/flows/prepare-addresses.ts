import { expect } from 'vitest';
import { type Browser, openBrowser, PASSWORD, tokenOf } from '../helpers/people.ts';
import { type SignInProvider, signInByProvider } from '../helpers/sign-in-provider.ts';
import type { Answer, Client } from '../helpers/start-test-service.ts';

export const OTHER_PASSWORD = 'quite another secret sentence';

type Service = { baseUrl(): string; owner(): Browser; provider(): SignInProvider };

/** What tests of proved and of squatted addresses do with a service, whose first workspace is the owner's. */
export function addressesOf({ baseUrl, owner, provider }: Service) {
  const invite = async (role: string, email?: string, by: Client = owner()): Promise<string> =>
    tokenOf((await by.post('/v1/invitations', { role, email })).body.data.link);

  const accept = (browser: Browser, fields: Record<string, unknown>): Promise<Answer> =>
    browser.post('/v1/account/accept-invitation', { name: 'Ada', password: PASSWORD, ...fields });

  return {
    invite,
    accept,

    signIn: (email: string, password: string) =>
      openBrowser(baseUrl()).post('/v1/account/sign-in', { email, password }),

    viaProvider: (email: string, from?: string) =>
      signInByProvider(provider(), baseUrl(), { sub: email, email, name: 'The real one' }, { from }),

    audited: async (action: string, subjectId: string) =>
      (await owner().get(`/v1/audit-log?action=${action}&limit=100`)).body.data.filter(
        (entry: { subject_id: string }) => entry.subject_id === subjectId,
      ),

    memberOf: async (email: string) =>
      (await owner().get('/v1/members?limit=100')).body.data.find(
        (member: { email: string }) => member.email === email,
      ),

    /** Someone who joins by a link for anybody, and says that they have this address. */
    squat: async (email: string, role = 'viewer'): Promise<{ browser: Browser; id: string }> => {
      const browser = openBrowser(baseUrl());
      const joined = await accept(browser, { token: await invite(role), email });
      expect(joined.status).toBe(201);
      return { browser, id: joined.body.data.id };
    },

    /** The owner of a workspace of their own, and a member of no other. */
    tenant: async (email: string): Promise<Browser> => {
      const browser = openBrowser(baseUrl());
      const { id } = (await accept(browser, { token: await invite('owner'), email })).body.data;
      const made = await browser.post('/v1/workspaces', { name: 'Theirs' });
      await browser.patch('/v1/account', { workspace_id: made.body.data.id });
      expect((await owner().delete(`/v1/members/${id}`)).status).toBe(204);
      expect((await browser.get('/v1/account')).body.data.workspaces).toHaveLength(1);
      return browser;
    },
  };
}
