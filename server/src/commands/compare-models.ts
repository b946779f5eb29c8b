import { openModels } from '#boot/open-models.ts';
import type { Config } from '#config/config.ts';
import { type Comparison, compareReports } from '#evaluation/compare-reports.ts';
import type { JudgedSet } from '#evaluation/read-sets.ts';
import { type Report, reportOf } from '#evaluation/report.ts';
import type { SearchType } from '#search/search.ts';
import { evaluateSets } from './evaluate-set.ts';
import { usageError } from './with-store.ts';

type Pair = Comparison['models'];

/** The two names in `first,second`. Throws usageError unless both are configured models. */
export async function modelsToCompare(config: Config, text: string): Promise<Pair> {
  const { models, close } = await openModels(config);
  await close();
  const { names } = models.embedders;
  const [first = '', second = '', ...more] = text.split(',').map((name) => name.trim());
  if (names.includes(first) && names.includes(second) && first !== second && more.length === 0)
    return [first, second];
  throw usageError(
    `--compare must name two of the configured models, with a comma between them: ${names.join(', ')}.`,
  );
}

/** Asks the questions of the sets with each of two models, one after the other. */
export async function compareModels(
  config: Config,
  name: string,
  sets: readonly JudgedSet[],
  { models, searchTypes }: { models: Pair; searchTypes: readonly SearchType[] },
): Promise<Comparison> {
  const evaluate = async (model: string): Promise<Report> => {
    console.error(`${model}:`);
    return reportOf(name, await evaluateSets(config, sets, { searchTypes, model }));
  };
  const [first, second] = models;
  return compareReports(models, [await evaluate(first), await evaluate(second)]);
}
