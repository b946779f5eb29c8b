import { countOf, formatDuration, formatNumber } from '#shared/format.ts';

export const overview = {
  title: 'Overview',
  period: 'Period',
  periods: { 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days' },
  facts: 'In this period',
  messages: 'Messages answered',
  confidence: 'Average confidence',
  fallbacks: 'Unanswered',
  ratings: 'Ratings',
  rated: (up: number, down: number) => `${formatNumber(up)} good, ${formatNumber(down)} bad`,
  gaps: 'Knowledge gaps',
  percent: (share: number) => `${Math.round(share * 100)}%`,
  day: 'Day',
  byDay: {
    title: 'Messages',
    about: 'Messages that agents replied to, by day in UTC.',
    answered: 'Answered',
    fallbacks: 'No answer found',
  },
  byConfidence: {
    title: 'Confidence',
    about: 'Replies by confidence. Below 50% they appear in Knowledge gaps.',
    band: 'Confidence',
    bandOf: (from: number) => `${from}–${from + 10}%`,
    replies: 'Replies',
  },
  latency: {
    title: 'Time to reply',
    about: 'From the message to the end of its reply.',
    median: 'Median',
    slowest: 'p95',
    time: formatDuration,
  },
  top: {
    title: 'Most cited sources',
    about: 'The sources that most replies cite.',
    replies: (count: number) => countOf(count, 'reply', 'replies'),
    empty: 'No reply in this period cites a source.',
  },
  health: {
    title: 'Indexing',
    status: { indexed: 'Indexed', processing: 'Processing', failed: 'Failed' },
    waiting: (jobs: number) => `${countOf(jobs, 'job', 'jobs')} queued`,
    oldest: (seconds: number) =>
      seconds < 120
        ? `the oldest for ${Math.round(seconds)} s`
        : `the oldest for ${Math.round(seconds / 60)} min`,
    idle: 'Queue empty.',
  },
  noMessages: 'No questions in this period',
  noMessagesAbout:
    'Add the chat widget of an agent to your website. Test chats only count if you include them.',
  toAgents: 'Go to agents',
  noSources: 'No sources yet',
  noSourcesAbout: 'Agents answer from documents, web pages and texts.',
  toSources: 'Go to sources',
};
