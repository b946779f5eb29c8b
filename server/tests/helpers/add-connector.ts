import type { Client } from './start-test-service.ts';

/** A folder that may not be connected. */
export const A_CONNECTOR = {
  kind: 'folder',
  name: 'A',
  settings: { path: '/nowhere' },
  interval_minutes: null,
};

/** A connector whose first run has ended. */
export async function addConnector(client: Client, knowledge_base_id: string): Promise<string> {
  const { id } = (await client.post('/v1/connectors', { ...A_CONNECTOR, knowledge_base_id })).body.data;
  await untilRunEnded(client, id);
  return id;
}

/** Waits for the end of a run of this connector: it always fails. */
export async function untilRunEnded(client: Client, id: string): Promise<void> {
  for (;;) {
    const { state } = (await client.get(`/v1/connectors/${id}`)).body.data;
    if (state === 'needs_attention') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
