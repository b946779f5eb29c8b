import type { Verdict } from '#shared/chat/reply.ts';

type Word = Verdict['verdict'];

const NAMES: Record<Word, string> = { right: 'Right', incomplete: 'Incomplete', wrong: 'Wrong' };

export const verdicts = {
  label: 'Your verdict',
  names: NAMES,
  list: 'Verdicts',
  by: (verdict: Word, name: string) => `${name}: ${NAMES[verdict]}`,
  note: 'Note',
  saveNote: 'Save note',
  saved: 'Saved.',
  removed: 'You took your verdict back.',
  filter: 'Verdict',
  any: 'Any verdict',
  with: {
    right: 'With a right reply',
    incomplete: 'With an incomplete reply',
    wrong: 'With a wrong reply',
  } satisfies Record<Word, string>,
  correct: {
    open: 'Correct this',
    openOf: (question: string) => `Correct this: ${question}`,
    title: 'Pin the right answer',
    aboutReply:
      'Agents say a pinned answer word for word. Saving also marks this reply as wrong, with the sources below as the right ones.',
    aboutGap: 'Agents say a pinned answer word for word when someone asks this question again.',
    question: 'Question',
    variants: 'Other wordings',
    variantsAbout: 'One a line, in any language.',
    answer: 'Answer',
    answerAbout: 'In Markdown.',
    base: 'Knowledge base',
    sources: 'Sources',
    noSources: 'None',
    removeSource: (name: string) => `Remove source ${name}`,
    save: 'Pin answer',
    update: 'Update answer',
    exists: (version: number, author: string) =>
      `This question already has a pinned answer: version ${version}, by ${author}. Its other wordings and sources are now below too. Saving replaces it and keeps the earlier version.`,
    existing: 'Current answer',
    saved: 'The answer is pinned.',
    updated: (version: number) => `The pinned answer was updated to version ${version}.`,
  },
};
