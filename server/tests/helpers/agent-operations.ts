import type { Operation } from './operations.ts';

/** Operations of the versions and the draft of an agent, in an order in which each finds what it needs. */
export const VERSION_OPERATIONS: Operation[] = [
  { method: 'PUT', path: '/v1/agents/{agent}/draft', body: { welcome_message: 'Ahoy!' } },
  { method: 'GET', path: '/v1/agents/{agent}/draft' },
  { method: 'POST', path: '/v1/agents/{agent}/publish', body: { note: 'C' }, needsNoField: true },
  { method: 'GET', path: '/v1/agents/{agent}/versions' },
  { method: 'GET', path: '/v1/agents/{agent}/versions/1' },
  {
    method: 'POST',
    path: '/v1/agents/{agent}/versions/1/restore',
    body: { note: 'D' },
    needsNoField: true,
  },
  { method: 'PUT', path: '/v1/agents/{agent}/draft', body: { welcome_message: 'Ahoy again!' } },
  { method: 'DELETE', path: '/v1/agents/{agent}/draft' },
];
