import { command } from './command.ts';
import { ENVIRONMENT_OPTION } from './environment-of.ts';

export const EVAL_COMMAND = command({
  name: 'eval',
  summary: 'Measure search, or the replies of an agent, with judged questions',
  options: {
    questions: {
      value: 'FILE',
      about:
        'golden questions, one JSON object a line: {"query": "…", "source": "…"}; the content that they search does not change',
    },
    set: {
      value: 'FOLDER',
      about:
        'a folder with corpus.jsonl, queries.jsonl and qrels.tsv, plain or .gz; it is indexed in a temporary folder',
    },
    answers: {
      value: 'FOLDER',
      about:
        'a folder with corpus.jsonl and queries.jsonl, whose queries say what a right reply contains; an agent answers each of them, and the replies are judged',
    },
    queries: {
      value: 'N',
      about: 'ask at most N queries of the set, or of each of its knowledge bases, evenly spaced',
    },
    'knowledge-base': { value: 'ID', about: 'where --questions search; all knowledge bases by default' },
    environment: {
      ...ENVIRONMENT_OPTION,
      about: 'where --questions search; live by default',
    },
    modes: { value: 'MODE,…', about: 'search modes, such as hybrid,keyword; all by default' },
    compare: {
      value: 'MODEL,MODEL',
      about:
        'two embedding models, such as static-en-multi-256,multilingual-e5-small: asks both the same questions and shows how they differ; indexes the texts once for each model, in a temporary folder',
    },
    language: { value: 'CODE,…', about: 'with --answers: only questions in these languages' },
    'left-out': {
      about:
        'with --answers: ask each answerable question again without the documents that answer it, in place of the unanswerable questions of the set',
    },
    instant: { about: 'with --answers: answer without waiting for the deep model' },
    data: {
      value: 'FOLDER',
      about:
        'with --answers: keep the indexed documents in this folder; the next evaluation of the same documents starts from it',
    },
    list: {
      value: 'FILE',
      about: 'with --answers: write each question with its reply and the verdict, one JSON object a line',
    },
    json: {
      value: 'FILE',
      about: 'write all figures, with the outcome of each question; - prints them instead',
    },
    svg: { value: 'FILE', about: 'write a reliability chart of the scores' },
    'fail-under': {
      value: 'FIGURE=N',
      about:
        'exit with 1 if a figure is lower: ndcg, mrr, recall (of ten) or recall5, of the first mode, or of another as in keyword.ndcg=.7',
      isRepeatable: true,
    },
    baseline: { value: 'FILE', about: 'compare with these figures, and exit with 1 if one fell' },
    tolerance: { value: 'N', about: 'how much a figure may fall below the baseline; 0.01 by default' },
    'save-baseline': { value: 'FILE', about: 'write the figures, for --baseline' },
  },
  notes: `With FOOTNOTE_URL and FOOTNOTE_API_KEY (scope read_write), --questions are asked at that service; without FOOTNOTE_URL the
content in DATA_DIR or DATABASE_URL is read directly.`,
  examples: [
    'eval --questions questions.jsonl',
    'eval --questions questions.jsonl --modes hybrid --fail-under ndcg=.8 --baseline baseline.json',
    'eval --set beir/scifact --modes hybrid,keyword --json figures.json',
    'eval --answers faq --language en --list replies.jsonl',
  ],
  load: async () => (await import('./eval.ts')).evalCommand,
});
