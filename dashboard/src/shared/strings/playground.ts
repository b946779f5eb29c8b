import { countOf, formatNumber } from '#shared/format.ts';

const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const playground = {
  title: 'Playground',
  about: 'Search your sources as an agent or a program does, and see why each result was found.',
  query: 'Search for',
  placeholder: 'A question, or keywords',
  search: 'Search',
  show: 'Show',
  modes: {
    all: 'All three',
    hybrid: 'Hybrid',
    semantic: 'By meaning',
    keyword: 'By words',
  },
  modesAbout: {
    hybrid: 'Meaning and words together.',
    semantic: 'What means the same, in other words too.',
    keyword: 'The words themselves, "phrases" too.',
  },
  limit: 'Results at most',
  minScore: 'Least score',
  minScoreAbout: 'As min_score of a request: what scores less is left out.',
  tags: 'Tags',
  sources: {
    label: 'Sources',
    placeholder: 'All, or type a name',
    choices: 'Sources of this name',
    remove: (name: string) => `Remove the source ${name}`,
    none: 'No indexed source has this name.',
    found: (count: number) => countOf(count, 'source', 'sources'),
  },
  onlyThis: 'Search in this source alone',
  results: (mode: string) => `Results: ${mode}`,
  count: (shown: number, found: number) =>
    shown === found
      ? countOf(found, 'result', 'results')
      : `${formatNumber(shown)} of ${countOf(found, 'result', 'results')}`,
  cut: (count: number) => `${countOf(count, 'result is', 'results are')} under the least score.`,
  none: 'Nothing was found.',
  start: 'Search to see what is found',
  startAbout: 'Three ways of searching stand side by side, so that you can compare them.',
  degraded: 'A model was out of reach: this was found and ranked without it.',
  score: 'Score',
  page: (page: number) => `page ${formatNumber(page)}`,
  marksAbout:
    'Marked are the words that were matched, in any of their forms. A search by meaning matches no words.',
  more: 'Show all',
  less: 'Show less',
  parts: {
    label: 'Parts of the score',
    closeness: 'Meaning',
    closenessAbout: 'Cosine of the question and the text',
    share: 'Words',
    shareAbout: 'BM25, as a share of the most that this query could reach',
  },
  why: {
    title: 'Why this result',
    words: (count: number, share: number, bm25: number) =>
      count === 0
        ? 'It has none of the words that you search for.'
        : `Its words reach ${percent(share)} of what your search could give (BM25 ${bm25.toFixed(2)}). Counted by how much each tells, it has ${count.toFixed(1)} of them.`,
    closeness: (cosine: number) =>
      cosine >= 0.6
        ? `It means nearly the same as your search (cosine ${cosine.toFixed(2)}).`
        : cosine >= 0.35
          ? `Its meaning is near to your search (cosine ${cosine.toFixed(2)}).`
          : `Its meaning is far from your search (cosine ${cosine.toFixed(2)}).`,
    reranked: (before: number) =>
      `A reranker read it and gave this score; before it was ${before.toFixed(2)}.`,
    score: (score: number) => `Of texts that score like this one, about ${percent(score)} are relevant.`,
    byWords: 'This search looks at words alone.',
    byMeaning: 'This search looks at meaning alone.',
  },
};
