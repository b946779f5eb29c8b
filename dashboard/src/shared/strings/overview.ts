import { countOf, formatDuration, formatNumber } from '#shared/format.ts';

export const overview = {
  title: 'Overview',
  period: 'Days',
  periods: { 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days' },
  facts: 'In these days',
  messages: 'Messages answered',
  confidence: 'Mean confidence',
  fallbacks: 'Without an answer',
  ratings: 'Ratings',
  rated: (up: number, down: number) => `${formatNumber(up)} good, ${formatNumber(down)} bad`,
  gaps: 'Knowledge gaps',
  none: '–',
  percent: (share: number) => `${Math.round(share * 100)} %`,
  asTable: 'The numbers as a table',
  day: 'Day',
  byDay: {
    title: 'Messages',
    about: 'Messages that agents replied to, by day in UTC.',
    answered: 'Answered',
    fallbacks: 'No answer found',
  },
  sureness: {
    title: 'Confidence',
    about: 'How many replies were how sure. Those under 50 % stand among the knowledge gaps.',
    band: 'Confidence',
    bandOf: (from: number) => `${from}–${from + 10} %`,
    replies: 'Replies',
  },
  latency: {
    title: 'Time to reply',
    about: 'From the message to the end of its reply.',
    median: 'Median',
    slowest: '95 of 100 within',
    time: formatDuration,
  },
  top: {
    title: 'Top sources',
    about: 'Those that most replies rest on.',
    replies: (count: number) => countOf(count, 'reply', 'replies'),
    empty: 'No reply of these days rests on a source.',
  },
  health: {
    title: 'Indexing',
    status: { indexed: 'Indexed', processing: 'Processing', failed: 'Failed' },
    waiting: (jobs: number) => `${countOf(jobs, 'job waits', 'jobs wait')}`,
    oldest: (seconds: number) =>
      seconds < 120
        ? `the oldest for ${Math.round(seconds)} s`
        : `the oldest for ${Math.round(seconds / 60)} min`,
    idle: 'No job waits.',
  },
  noMessages: 'Nobody has asked anything in these days',
  noMessagesAbout: 'Try an agent in its test chat, or put its chat widget on a page of yours.',
  toAgents: 'Go to the agents',
  noSources: 'No sources yet',
  noSourcesAbout: 'Agents answer from documents, pages of the web and texts.',
  toSources: 'Go to the sources',
};
