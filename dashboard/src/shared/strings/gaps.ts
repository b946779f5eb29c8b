import { countOf, formatNumber } from '#shared/format.ts';

export const gaps = {
  title: 'Knowledge gaps',
  about:
    'Questions with no answer, or with less than 50% confidence. Similar questions are grouped, most frequent first.',
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
  best: (percent: number) => `best reply ${percent}%`,
  nearest: 'Nearest source:',
  example: 'View last reply',
  add: 'Add source',
  addOf: (question: string) => `Add source: ${question}`,
  addTitle: 'Add a source for this question',
  addAbout: (question: string) => `Write the answer to “${question}”.`,
  added: 'Source added. The question comes back if it still gets no good answer.',
  tryIt: 'Ask again',
  tryOf: (question: string) => `Ask again: ${question}`,
  dismiss: 'Dismiss',
  dismissOf: (question: string) => `Dismiss: ${question}`,
  dismissed: 'Dismissed. It comes back if someone asks it again.',
  empty: 'No gaps',
  seeConversations: 'View conversations',
  emptyAbout: 'Every question in this period got a good answer, or no one has asked yet.',
};
