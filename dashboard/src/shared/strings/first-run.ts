import { countOf } from '#shared/format.ts';

const sourcesOf = (count: number): string => countOf(count, 'source', 'sources');

export const firstRun = {
  title: 'Get your first answer',
  about: 'Add a source, ask a question, see the citations. Takes a minute.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  state: { done: 'Done', skipped: 'Skipped', current: 'Now', later: 'Later' },
  skip: 'Skip this step',
  skipOf: (step: string) => `Skip this step: ${step}`,
  skipAll: 'Skip setup',
  open: 'Do it now',
  openOf: (step: string) => `Do it now: ${step}`,
  finish: 'Go to overview',
  finished: "You're set. Everything here is also in the menu.",
  source: {
    title: 'Add a source',
    file: 'Drop a file here, or choose one',
    fileHint: (limit: string | undefined) =>
      `PDF, Word, PowerPoint, Excel, HTML, Markdown, plain text and more${limit === undefined ? '' : `, at most ${limit} each`}.`,
    ways: { file: 'Files', text: 'Text', url: 'Web page' },
    waysLabel: 'What to add',
    text: 'Text',
    textHint: 'Paste a few paragraphs, such as opening hours or a manual.',
    url: 'Page URL',
    addText: 'Add text',
    addUrl: 'Add page',
    sampleAbout: 'Nothing at hand?',
    sample: 'Add sample text',
    list: 'Your sources',
    indexed: (count: number) => `${sourcesOf(count)} indexed`,
    indexing: (count: number) => `${sourcesOf(count)} being indexed`,
  },
  question: {
    title: 'Ask a question',
    about: 'Ask about something in your sources. Each footnote opens the passage it cites.',
    /** The name of the first agent. */
    agent: 'Assistant',
    asked: 'Answered, with sources',
  },
  key: {
    title: 'Use the API',
    about: 'Your program needs a key. This one can read and chat in this workspace.',
    name: 'First program',
    action: 'Create key',
    shownOnce:
      "Copy this key now. You won't see it again. Treat it as a password, and keep it out of web pages.",
    curl: 'Run this in a terminal to ask your agent:',
    copyCurl: 'Copy command',
    copyKey: 'Copy key',
    question: 'What is this about?',
  },
  sample: {
    name: 'Sample: the bakery on the square',
    content: `The bakery on the square is open from Tuesday to Saturday, from 7 in the morning to 6 in the evening. On Mondays it is closed.

On Sundays the bakery opens at 8 in the morning and closes at noon.

Cakes can be ordered two days ahead, in the shop or by telephone. An order can be cancelled free of charge until noon of the day before.

All breads are made without milk. The rye bread has no wheat in it, but it is baked in the same oven as the others.`,
    question: 'When does the bakery open on Sundays?',
  },
};
