import type { Client } from './start-test-service.ts';

/** A PNG of one pixel. */
export const A_LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Operations of the versions and the draft of an agent, of trials of it and of its widget, in an order in which each finds what it needs. */
export const AGENT_OPERATIONS = [
  { method: 'PUT', path: '/v1/agents/{agent}/draft', body: { welcome_message: 'Ahoy!' } },
  { method: 'GET', path: '/v1/agents/{agent}/draft' },
  { method: 'DELETE', path: '/v1/agents/{agent}/draft' },
  {
    method: 'POST',
    path: '/v1/agents/{agent}/publish',
    body: { note: 'C', changes: { welcome_message: 'Ahoy again!' } },
    needsNoField: true,
  },
  { method: 'GET', path: '/v1/agents/{agent}/versions' },
  { method: 'GET', path: '/v1/agents/{agent}/versions/{version}' },
  {
    method: 'POST',
    path: '/v1/agents/{agent}/versions/{version}/restore',
    body: { note: 'D' },
    needsNoField: true,
  },
  { method: 'GET', path: '/v1/agents/{agent}/trials' },
  { method: 'POST', path: '/v1/agents/{agent}/trials', body: { message: 'How long is the pier?' } },
  { method: 'GET', path: '/v1/agents/activity' },
  { method: 'PUT', path: '/v1/agents/{agent}/widget', body: { color: '#2b5c8a' } },
  { method: 'PUT', path: '/v1/agents/{agent}/widget/logo', body: { content: A_LOGO } },
  { method: 'GET', path: '/v1/agents/{agent}/widget' },
  { method: 'DELETE', path: '/v1/agents/{agent}/widget/logo' },
] as const;

/** Gives an agent a draft, and its widget a logo. */
export async function addDraft(client: Client, agent: string): Promise<void> {
  await client.call('PUT', `/v1/agents/${agent}/draft`, { welcome_message: 'Ahoy!' });
  await client.call('PUT', `/v1/agents/${agent}/widget/logo`, { content: A_LOGO });
}
