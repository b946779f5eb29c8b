import { CURVES } from '../server/src/search/score.ts';
import { checkCases } from './scores/cases.ts';
import { fitCurves } from './scores/fit-curves.ts';
import { type Curves, MODES, measure, reliability } from './scores/measure.ts';
import { loadEmbedder } from './scores/search-documents.ts';
import { runTrials, type Trial } from './scores/trials.ts';

const ABSTRACTS = ['cacm', 'cisi', 'cranfield'];

/** How well do the scores rank, and how true are they? Searches the judged sets of EVAL_DIR as the service would, with one
 *  chunk per document, and measures all queries, and the odd ones separately; the curves of search/score.ts were fitted
 *  on the even ones by `fitCurves`, which `--fit` prints. */
export async function benchScores(): Promise<Record<string, number>> {
  const embedder = await loadEmbedder();
  const trials = await runTrials(embedder);
  const figures = measure(trials, CURVES);
  const odd = measure(
    trials.filter(({ isOdd }) => isOdd),
    CURVES,
  );
  for (const [name, value] of Object.entries(odd)) figures[`odd queries: ${name}`] = value;
  return { ...figures, ...(await checkCases(embedder)) };
}

/** A row for each set and part, a column for each figure and mode. */
function tableOf(figures: Record<string, number>): Record<string, Record<string, number>> {
  const rows: Record<string, Record<string, number>> = {};
  for (const [name, value] of Object.entries(figures)) {
    const [, column = '', row = ''] = /^(.* (?:semantic|keyword|hybrid)) (\S+)$/.exec(name) ?? [];
    rows[row] = { ...rows[row], [column]: value };
  }
  return rows;
}

function print(trials: readonly Trial[], curves: Curves): void {
  for (const [title, some] of [
    ['all queries', trials],
    ['odd queries', trials.filter(({ isOdd }) => isOdd)],
  ] as const) {
    console.log(title);
    console.table(tableOf(measure(some, curves)));
  }
  const full = trials.filter(({ kind, isOdd }) => kind === 'full' && isOdd);
  const few = trials.filter(({ kind, isOdd }) => kind.startsWith('few') && isOdd);
  console.log('mean score : share that is relevant (results), odd queries');
  for (const mode of MODES) {
    const columns = {
      questions: full.filter(({ set }) => !ABSTRACTS.includes(set)),
      abstracts: full.filter(({ set }) => ABSTRACTS.includes(set)),
      '1 to 50 documents': few,
    };
    for (const [name, some] of Object.entries(columns))
      console.log(`${mode}, ${name}:\n  ${reliability(mode, some, curves).join('\n  ')}`);
  }
}

if (import.meta.main) {
  const embedder = await loadEmbedder();
  const trials = await runTrials(embedder);
  const isFit = process.argv.includes('--fit');
  const curves = isFit ? fitCurves(trials.filter(({ isForFit }) => isForFit)) : CURVES;
  if (isFit) console.log('fitted:', curves, 'in the code:', CURVES);
  print(trials, curves);
  if (!isFit) console.table(await checkCases(embedder));
}
