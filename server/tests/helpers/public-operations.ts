/** Operations that need no key. `{token}` stands for the text of a publishable token. */
export const PUBLIC_OPERATIONS = [
  'GET /v1/widget/{token}',
  'GET /v1/widget/{token}/logo',
  'POST /v1/widget/{token}/chat',
  'POST /v1/widget/{token}/feedback',
  'POST /v1/widget/{token}/handover',
  'GET /v1/widget/{token}/messages',
];
