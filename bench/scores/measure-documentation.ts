import { mean } from '../../server/src/evaluation/metrics.ts';
import type { DocumentationTrial } from './documentation-trials.ts';
import { type Curves, MODES, resultsOf, rounded, type Understood } from './measure.ts';

/** Of the questions that documentation answers: the share whose first hit is of a page that answers, whose first hit holds a
 *  span that answers, and of which one of the first five does. Names are `<figure> <mode> docs-qa-dev`. */
export function measureDocumentation(
  trials: readonly DocumentationTrial[],
  curves: Curves,
  understood: Understood,
): Record<string, number> {
  const figures: Record<string, number> = {};
  const answerable = trials.filter(({ kind }) => kind === 'full');
  for (const mode of MODES) {
    const report = (what: string, values: readonly boolean[]): void => {
      figures[`${what} ${mode} docs-qa-dev`] = rounded(mean(values.map(Number)) ?? 0);
    };
    const ranked = answerable.map((trial) => ({ trial, hits: resultsOf(mode, trial, curves, understood) }));
    report(
      'page first',
      ranked.map(({ trial, hits }) => trial.pagesThatAnswer.has(hits[0]?.candidate.id ?? '')),
    );
    report(
      'span first',
      ranked.map(({ hits }) => (hits[0]?.candidate.grade ?? 0) > 0),
    );
    report(
      'span in five',
      ranked.map(({ hits }) => hits.slice(0, 5).some(({ candidate }) => candidate.grade > 0)),
    );
  }
  return figures;
}
