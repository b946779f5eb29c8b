export const tokenBudgets = {
  title: 'Token budget',
  about:
    'Limits the tokens that the language model reads and writes. When a budget is used up, chats stop until midnight UTC or the first of the month.',
  aboutWidget: 'Limits the language model tokens that chats in this widget use.',
  noModel: 'No language model is set, so nothing is spent.',
  perDay: 'Tokens per day',
  perMonth: 'Tokens per month',
  noLimit: 'No limit',
  hint: 'Leave empty for no limit.',
  spent: (tokens: string) => `${tokens} spent so far. Leave empty for no limit.`,
  save: 'Save budget',
  of: 'Budget for',
  today: 'Today',
  thisMonth: 'This month',
  spentOf: (spent: string, limit: string | undefined) =>
    limit === undefined ? `${spent} (no limit)` : `${spent} of ${limit}`,
  types: { workspace: 'Workspace', agent: 'Agent', publishable_token: 'Chat widget' },
};
