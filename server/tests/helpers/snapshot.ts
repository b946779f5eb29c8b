import type { Client } from './start-test-service.ts';

/** What runs in the background changes what the lists show, without any request. */
async function untilNothingRuns(client: Client): Promise<void> {
  const lists = ['/v1/evaluations', '/v1/knowledge-base/crawls', '/v1/knowledge-base/sources'];
  for (;;) {
    const pages = await Promise.all(lists.map((list) => client.get(`${list}?limit=100`)));
    const statuses = pages.flatMap(({ body }) => body.data.map(({ status }: { status: string }) => status));
    if (!statuses.some((status) => status === 'running' || status === 'processing')) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** How many there are of everything that a request can add or delete, and what the lists show, once nothing runs. */
export async function snapshot(client: Client, agent: string): Promise<unknown> {
  await untilNothingRuns(client);
  const lists = [
    '/v1/agents',
    '/v1/knowledge-bases',
    '/v1/knowledge-base/sources',
    '/v1/knowledge-base/crawls',
    '/v1/connectors',
    '/v1/answers',
    '/v1/evaluations',
    '/v1/api-keys',
    '/v1/webhooks',
    '/v1/members',
    '/v1/invitations',
    `/v1/agents/${agent}/conversations`,
  ];
  const pages = await Promise.all([
    ...lists.map((list) => client.get(`${list}?limit=100`)),
    client.get('/v1/workspace'),
  ]);
  return JSON.parse(
    JSON.stringify(
      pages.map((page) => page.body.data),
      (name, value) => (name === 'last_used_at' ? undefined : value),
    ),
  );
}
