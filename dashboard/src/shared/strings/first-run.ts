import { countOf } from '#shared/format.ts';

const sourcesOf = (count: number): string => countOf(count, 'source', 'sources');

export const firstRun = {
  title: 'Get your first answer',
  about: 'Three steps to an answer with its sources, and one to ask from a program of yours.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  state: { done: 'Done', skipped: 'Skipped', current: 'Now', later: 'Later' },
  skip: 'Skip this step',
  skipOf: (step: string) => `Skip this step: ${step}`,
  skipAll: 'Skip all of this',
  open: 'Do it now',
  openOf: (step: string) => `Do it now: ${step}`,
  finish: 'Go to the overview',
  finished: 'That is all. Everything here is in the menu too.',
  source: {
    title: 'Add something to answer from',
    file: 'Drop a file here, or choose one',
    fileHint: 'PDF, Word, PowerPoint, Excel, HTML, Markdown, plain text and more, at most 50\u00a0MB each.',
    ways: { file: 'Files', text: 'Text', url: 'Web page' },
    waysLabel: 'What to add',
    text: 'Text',
    textHint: 'Paste some paragraphs, such as opening hours or a manual.',
    url: 'Address of the page',
    addText: 'Add the text',
    addUrl: 'Add the page',
    sampleAbout: 'Nothing at hand?',
    sample: 'Add a sample text',
    list: 'Your sources',
    indexed: (count: number) => `${sourcesOf(count)} indexed`,
    indexing: (count: number) => `${sourcesOf(count)} on the way`,
  },
  agent: {
    title: 'Make an agent',
    about: 'It answers from your sources. You can change everything about it later.',
    name: 'Its name',
    first: 'Assistant',
    action: 'Make the agent',
    made: (name: string) => `${name} answers questions`,
  },
  question: {
    title: 'Ask it something',
    about: 'Ask what your sources say. Each footnote of the answer opens the place that it rests on.',
    needsAgent: 'It takes an agent: make one in the step before.',
    asked: 'Answered, with its sources',
  },
  key: {
    title: 'Ask from a program',
    about: 'A program needs a key. This one may read and chat, and sees what stands in this workspace.',
    name: 'First program',
    action: 'Make a key',
    made: 'A key is there',
    shownOnce: 'Copy it now: the key is shown this once. It is a password; keep it out of web pages.',
    curl: 'Run this in a terminal to ask your agent:',
    copyCurl: 'Copy the command',
    copyKey: 'Copy the key',
    question: 'What is this about?',
  },
  sample: {
    name: 'Sample: the bakery on the square',
    content: `The bakery on the square is open from Tuesday to Saturday, from 7 in the morning to 6 in the evening. On Sundays it opens at 8 and closes at noon. On Mondays it is closed.

Cakes can be ordered two days ahead, in the shop or by telephone. An order can be cancelled free of charge until noon of the day before.

All breads are made without milk. The rye bread has no wheat in it, but it is baked in the same oven as the others.`,
    question: 'When does the bakery open on Sundays?',
  },
};
