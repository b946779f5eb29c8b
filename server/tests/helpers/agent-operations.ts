/** Operations of the versions and the draft of an agent, in an order in which each finds what it needs. */
export const VERSION_OPERATIONS = [
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
] as const;
