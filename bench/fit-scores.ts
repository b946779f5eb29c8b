import { fileURLToPath } from 'node:url';
import { openE5 } from '../server/src/models/e5/open-e5.ts';
import { CURVES } from '../server/src/search/score.ts';
import { checkCases } from './scores/cases.ts';
import { DeepVectors } from './scores/deep-vectors.ts';
import { type DocumentationTrial, runDocumentation } from './scores/documentation-trials.ts';
import { fitCurves } from './scores/fit-curves.ts';
import { runLanguagePairs } from './scores/languages.ts';
import { type Curves, MODES, measure, reliability, resultsOf, type Understood } from './scores/measure.ts';
import { measureDocumentation } from './scores/measure-documentation.ts';
import { loadEmbedder, type Models } from './scores/search-documents.ts';
import { runTrials, type Trial } from './scores/trials.ts';

const E5 = fileURLToPath(new URL('../server/models/multilingual-e5-small', import.meta.url));
const ABSTRACTS = ['cacm', 'cisi', 'cranfield'];
const WORLDS: Record<Understood, string> = {
  none: 'instant',
  half: 'half understood',
  all: 'deep',
};

/** What was searched: the judged sets with the pairs of languages, and the documentation. */
type Searched = { trials: Trial[]; documentation: DocumentationTrial[] };

/** How well do the scores rank, and how true are they? Searches the judged sets of EVAL_DIR as the service would, with one
 *  chunk per document, in three states of understanding, and measures all queries, and the odd ones separately; the curves
 *  of search/score.ts were fitted on the even ones by `fitCurves`, which `--fit` prints. */
export async function benchScores(): Promise<Record<string, number>> {
  return await withModels(async (models) => {
    const searched = await searchAll(models);
    const figures: Record<string, number> = {};
    for (const [understood, name] of worlds()) {
      for (const [what, value] of Object.entries(figuresOf(searched, CURVES, understood)))
        figures[`${name}: ${what}`] = value;
      for (const [what, value] of Object.entries(figuresOf(oddOf(searched), CURVES, understood)))
        figures[`${name}, odd queries: ${what}`] = value;
      for (const [what, value] of Object.entries(await checkCases(models, understood)))
        figures[`${name}: ${what}`] = value;
    }
    return figures;
  });
}

const worlds = () => Object.entries(WORLDS) as [Understood, string][];

async function withModels<T>(work: (models: Models) => Promise<T>): Promise<T> {
  const deepModel = openE5({ folder: E5 });
  try {
    return await work({ embedder: await loadEmbedder(), deep: new DeepVectors(deepModel) });
  } finally {
    await deepModel.close();
  }
}

const searchAll = async (models: Models): Promise<Searched> => ({
  documentation: await runDocumentation(models),
  trials: [...(await runTrials(models)), ...(await runLanguagePairs(models))],
});

const oddOf = ({ trials, documentation }: Searched): Searched => ({
  trials: trials.filter(({ isOdd }) => isOdd),
  documentation: documentation.filter(({ isOdd }) => isOdd),
});

const figuresOf = ({ trials, documentation }: Searched, curves: Curves, understood: Understood) => ({
  ...measure([...trials, ...documentation], curves, understood),
  ...measureDocumentation(documentation, curves, understood),
});

/** A row for each set and part, a column for each figure and mode. */
function tableOf(figures: Record<string, number>): Record<string, Record<string, number>> {
  const rows: Record<string, Record<string, number>> = {};
  for (const [name, value] of Object.entries(figures)) {
    const [, column = '', row = ''] = /^(.* (?:semantic|keyword|hybrid)) (.+)$/.exec(name) ?? [];
    rows[row] = { ...rows[row], [column]: value };
  }
  return rows;
}

function print(searched: Searched, curves: Curves): void {
  const odd = oddOf(searched);
  for (const [understood, name] of worlds()) {
    console.log(name, 'all queries');
    console.table(tableOf(figuresOf(searched, curves, understood)));
    console.log(name, 'odd queries');
    console.table(tableOf(figuresOf(odd, curves, understood)));
    console.log('mean score : share that is relevant (results), odd queries');
    printReliability(odd.trials, curves, understood);
  }
}

function printReliability(trials: readonly Trial[], curves: Curves, understood: Understood): void {
  const full = trials.filter(({ kind }) => kind === 'full');
  const columns = {
    questions: full.filter(({ set, isForeign }) => !ABSTRACTS.includes(set) && !isForeign),
    abstracts: full.filter(({ set }) => ABSTRACTS.includes(set)),
    'across languages': full.filter(({ isForeign }) => isForeign),
    '1 to 50 documents': trials.filter(({ kind, isForeign }) => kind.startsWith('few') && !isForeign),
  };
  for (const mode of MODES) {
    for (const [name, some] of Object.entries(columns)) {
      const results = some.flatMap((trial) => resultsOf(mode, trial, curves, understood));
      console.log(`${mode}, ${name}:\n  ${reliability(results).join('\n  ')}`);
    }
  }
}

if (import.meta.main) {
  await withModels(async (models) => {
    const searched = await searchAll(models);
    const isFit = process.argv.includes('--fit');
    const forFit = [...searched.trials, ...searched.documentation].filter((trial) => trial.isForFit);
    const curves = isFit ? fitCurves(forFit) : CURVES;
    if (isFit) console.log('fitted:', curves, 'in the code:', CURVES);
    print(searched, curves);
    if (isFit) return;
    for (const [understood, name] of worlds()) {
      console.log(name);
      console.table(await checkCases(models, understood));
    }
  });
}
