import { countOf, formatNumber } from '#shared/format.ts';

export const gaps = {
  title: 'Knowledge gaps',
  about:
    'Questions that got no answer, or one with a confidence under 50 %. Those that ask the same stand together, the most frequent first.',
  period: 'Period',
  days: [
    { value: '7', label: 'Last 7 days' },
    { value: '', label: 'Last 30 days' },
    { value: '90', label: 'Last 90 days' },
    { value: '365', label: 'Last year' },
  ],
  list: 'Questions without a good answer',
  total: (shown: number, total: number) =>
    shown === total
      ? countOf(total, 'question', 'questions')
      : `The ${formatNumber(shown)} most frequent of ${countOf(total, 'question', 'questions')}`,
  asked: (count: number) => `asked ${countOf(count, 'time', 'times')}`,
  last: 'last',
  once: 'asked',
  best: (percent: number) => `best reply ${percent} %`,
  example: 'See the last reply',
  add: 'Add a source for this',
  addOf: (question: string) => `Add a source for this: ${question}`,
  addTitle: 'Add a source for this question',
  addAbout: (question: string) => `Write down what answers “${question}”.`,
  added:
    'The source was added, and the question is off the list. It comes back if it still gets no good answer.',
  tryIt: 'Ask again',
  tryOf: (question: string) => `Ask again: ${question}`,
  dismiss: 'Dismiss',
  dismissOf: (question: string) => `Dismiss: ${question}`,
  dismissed: 'Dismissed. It comes back when it is asked again.',
  empty: 'No gaps',
  seeConversations: 'See the conversations',
  emptyAbout: 'Every question of this period got a good answer, or nobody has asked yet.',
};
