export const grants = {
  title: 'What they created ends too',
  types: {
    invitation: 'Invitation',
    api_key: 'API key',
    publishable_token: 'Chat widget',
    webhook: 'Webhook',
    member: 'Member',
  },
  ends: {
    invitation: 'deleted',
    api_key: 'revoked',
    publishable_token: 'deleted',
    webhook: 'disabled',
  },
  joined: 'These members joined by an invitation and stay',
  by: (name: string) => `by ${name}`,
  kept: 'becomes yours',
  adopt: 'Keep these running and make them mine',
};
