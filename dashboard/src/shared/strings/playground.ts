import { countOf, formatNumber } from '#shared/format.ts';

const percent = (share: number): string => `${Math.round(share * 100)}%`;

export const playground = {
  title: 'Playground',
  about: 'Search your sources as an agent or API client does, and see why each result was found.',
  query: 'Search for',
  placeholder: 'A question, or keywords',
  search: 'Search',
  show: 'Show',
  modes: {
    all: 'All three',
    hybrid: 'Hybrid',
    semantic: 'Semantic',
    keyword: 'Keyword',
  },
  modesAbout: {
    hybrid: 'Semantic and keyword search together.',
    semantic: 'Finds the same meaning in other words.',
    keyword: 'Finds the words themselves, and "phrases".',
  },
  limit: 'Maximum results',
  minScore: 'Minimum score',
  minScoreAbout: 'The same as min_score in the API: results below it are left out.',
  tags: 'Tags',
  sources: {
    label: 'Sources',
    placeholder: 'All, or type a name',
    choices: 'Matching sources',
    remove: (name: string) => `Remove source ${name}`,
    none: 'No indexed source matches.',
    found: (count: number) => countOf(count, 'source', 'sources'),
  },
  onlyThis: 'Only this source',
  results: (mode: string) => `Results: ${mode}`,
  count: (shown: number, found: number) =>
    shown === found
      ? countOf(found, 'result', 'results')
      : `${formatNumber(shown)} of ${countOf(found, 'result', 'results')}`,
  cut: (count: number) => `${countOf(count, 'result is', 'results are')} below the minimum score.`,
  none: 'No results.',
  start: 'Run a search',
  startAbout: 'Compare three search modes side by side.',
  degraded: "A model couldn't be reached. These results were found and ranked without it.",
  score: 'Score',
  page: (page: number) => `page ${formatNumber(page)}`,
  marksAbout: 'Matched words are highlighted, in any of their forms. Semantic search matches no words.',
  more: 'Show all',
  less: 'Show less',
  parts: {
    label: 'Score breakdown',
    closeness: 'Semantic',
    closenessAbout: 'Cosine similarity of the query and the text',
    share: 'Keyword',
    shareAbout: 'BM25, as a share of the highest possible for this query',
  },
  why: {
    title: 'Why this result',
    words: (count: number, share: number, bm25: number) =>
      count === 0 ? 'No keyword match.' : `Keyword match ${percent(share)} (BM25 ${bm25.toFixed(2)}).`,
    closeness: (cosine: number) =>
      cosine >= 0.6
        ? `Very close in meaning (cosine ${cosine.toFixed(2)}).`
        : cosine >= 0.35
          ? `Close in meaning (cosine ${cosine.toFixed(2)}).`
          : `Not close in meaning (cosine ${cosine.toFixed(2)}).`,
    reranked: (before: number) => `A reranker gave this score. It was ${before.toFixed(2)} before.`,
    score: (score: number) => `About ${percent(score)} of texts with this score are relevant.`,
    byWords: 'Keyword search ignores meaning.',
    byMeaning: 'Semantic search ignores exact words.',
  },
};
