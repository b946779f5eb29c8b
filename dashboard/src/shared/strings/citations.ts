import { formatNumber } from '#shared/format.ts';

export const citations = {
  open: 'Open',
  page: (page: number) => `page ${formatNumber(page)}`,
  slide: (slide: number) => `slide ${formatNumber(slide)}`,
  chapter: (chapter: number) => `chapter ${formatNumber(chapter)}`,
  cells: (sheet: string | undefined, range: string) => (sheet === undefined ? range : `${sheet}, ${range}`),
  noText: 'The text around it is not available.',
  sheet: {
    label: 'Cited source',
    next: 'Next footnote (J)',
    previous: 'Previous footnote (K)',
    place: (index: number, count: number) => `${formatNumber(index + 1)} of ${formatNumber(count)}`,
    openPage: 'Open the source page',
    views: 'Views of the source',
    original: 'Original',
    text: 'Text',
  },
  asCited: 'As it was cited',
  gone: 'This source was deleted',
  goneAbout: 'What is left of it is the passage as the reply cites it.',
  lost: 'The source has changed since, and no longer contains this passage',
  moved: 'The source has changed since. The passage is still in it.',
  noSnippet: 'The cited words were not stored with this reply.',
};
