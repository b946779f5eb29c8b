import { join, openBrowser, signUpOwner, tokenOf } from '../helpers/people.ts';
import {
  type Answer,
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const SITE = 'https://shop.example.com';
const HOOK = { url: 'http://127.0.0.1:1/', events: ['webhook.test'] };

export type Made = {
  key: string;
  keyId: string;
  token: string;
  tokenId: string;
  hook: string;
  client: Client;
};

/** What `uses` returns of grants that all work, and of grants that have ended. */
export const ALL = [200, 200, true];
export const NONE = [401, 404, false];

/** A service with an agent in each environment, and ways to make grants and to see what they are good for. */
export async function openGrantsPlace() {
  const test = await startTestService({ URL_FETCH_ALLOW_HOSTS: '127.0.0.1' });
  const owner = await signUpOwner(test);
  const agents = { live: await agentOf(test, 'live'), sandbox: await agentOf(test, 'sandbox') };
  return {
    test,
    owner,

    /** A key, a publishable token and a webhook, by a client of an environment. */
    makeGrants: async (by: Client, environment: 'live' | 'sandbox', scope = 'admin'): Promise<Made> => {
      const made = (await by.post('/v1/api-keys', { name: 'Made', scope })).body.data;
      const path = `/v1/agents/${agents[environment]}/tokens`;
      const token = (await by.post(path, { name: 'Shop', allowed_origins: [SITE] })).body.data;
      const hook = (await by.post('/v1/webhooks', HOOK)).body.data.id;
      const client = createClient(by.baseUrl, made.key);
      return { key: made.key, keyId: made.id, token: token.token, tokenId: token.id, hook, client };
    },

    accept: (link: string, email: string): Promise<Answer> =>
      join(openBrowser(test.live.baseUrl), tokenOf(link), email),
  };
}

export type GrantsPlace = Awaited<ReturnType<typeof openGrantsPlace>>;

async function agentOf(test: TestService, environment: 'live' | 'sandbox'): Promise<string> {
  const knowledge_base_ids = [await defaultKnowledgeBase(test[environment])];
  return (await test[environment].post('/v1/agents', { name: 'A', knowledge_base_ids })).body.data.id;
}

/** What the grants are good for: [status with the key, status of the widget, whether the webhook is enabled]. */
export async function uses({ client, token, hook }: Made, admin: Client): Promise<[number, number, boolean]> {
  const widget = await createClient(client.baseUrl, '').call('GET', `/v1/widget/${token}`, undefined, {
    origin: SITE,
  });
  const webhook = (await admin.get(`/v1/webhooks/${hook}`)).body.data;
  return [(await client.get('/v1/limits')).status, widget.status, webhook.enabled];
}

export const invite = async (by: Client, role = 'admin'): Promise<{ id: string; link: string }> =>
  (await by.post('/v1/invitations', { role })).body.data;
