import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { clientEnvironment } from '#config/client.ts';
import type { Config } from '#config/config.ts';
import { answerReport, answerReportText, repliesAsLines } from '#evaluation/answer-report.ts';
import { type Comparison, comparisonText } from '#evaluation/compare-reports.ts';
import { readAnswerSets } from '#evaluation/read-answer-sets.ts';
import { readSets } from '#evaluation/read-sets.ts';
import { reliabilityChart } from '#evaluation/reliability-chart.ts';
import { type Report, reportOf, reportText, type SetReport, worstQuestions } from '#evaluation/report.ts';
import { SEARCH_TYPES } from '#evaluation/result-schema.ts';
import { runEvaluation } from '#evaluation/run-evaluation.ts';
import type { SearchType } from '#search/search.ts';
import type { Call } from './command.ts';
import { compareModels, modelsToCompare } from './compare-models.ts';
import { withConnection } from './content/connect.ts';
import { evaluateRemotely } from './content/evaluate-remotely.ts';
import { environmentOf } from './environment-of.ts';
import { applyGates, figuresOf, type Gates, type GateValues, gatesOf, hasGates } from './eval-gates.ts';
import { evaluateAnswers } from './evaluate-answers.ts';
import { evaluateSets } from './evaluate-set.ts';
import { readAsSet, type Where, withQuestions } from './golden-questions.ts';
import { linesForTerminal, usageError } from './with-store.ts';

/** Worst questions to print; the JSON has all. */
const WORST = 10;

type EvalOptions = Record<
  | 'set'
  | 'queries'
  | 'questions'
  | 'answers'
  | 'language'
  | 'data'
  | 'list'
  | 'knowledge-base'
  | 'compare'
  | 'modes'
  | 'json'
  | 'svg',
  string | undefined
> &
  GateValues & {
    environment: 'live' | 'test' | 'sandbox' | undefined;
    'left-out': boolean;
    instant: boolean;
  };

/** `footnote eval`: measures search quality and how reliable the scores are, or what the replies of an agent are
 *  worth. */
export async function evalCommand(call: Call<EvalOptions>): Promise<void> {
  const { values } = call;
  const { set, questions, answers, json, svg, list } = values;
  const searchTypes = searchTypesOf(values.modes);
  for (const path of [json, svg, list, values['save-baseline']]) if (path !== undefined) assertWritable(path);
  if ([set, questions, answers].filter((given) => given !== undefined).length !== 1)
    throw usageError('Give either --set, --questions or --answers. `footnote help eval` says more.');
  if (hasGates(values) && (answers !== undefined || values.compare !== undefined))
    throw usageError(
      '--fail-under, --baseline and --save-baseline only go with --set and --questions, without --compare.',
    );
  const gates = gatesOf(values, searchTypes);
  if (questions !== undefined && clientEnvironment().FOOTNOTE_URL !== undefined)
    return await askService(call, questions, gates);
  const { config } = call;
  if (answers !== undefined) return await judgeAnswers(config, answers, values);
  for (const option of ONLY_WITH_ANSWERS)
    if (values[option]) throw usageError(`--${option} only goes with --answers.`);
  const compare = values.compare === undefined ? undefined : await modelsToCompare(config, values.compare);
  if (compare && svg !== undefined) throw usageError('--svg does not go with --compare.');
  if (set !== undefined) {
    if (values['knowledge-base'] !== undefined || values.environment !== undefined)
      throw usageError('--knowledge-base and --environment only go with --questions.');
    const sets = await readSets(set, { queries: countOf(values.queries) });
    const name = basename(resolve(set));
    if (compare)
      return writeComparison(await compareModels(config, name, sets, { searchTypes, models: compare }), json);
    write(reportOf(name, await evaluateSets(config, sets, { searchTypes })), { json, svg, gates });
  }
  if (questions !== undefined) {
    if (values.queries !== undefined) throw usageError('--queries only goes with --set.');
    const where = {
      environment: environmentOf(values.environment ?? 'live'),
      knowledgeBase: values['knowledge-base'],
    };
    if (compare) {
      const asSet = await readAsSet(config, questions, where);
      const options = { searchTypes, models: compare };
      return writeComparison(await compareModels(config, basename(questions), [asSet], options), json);
    }
    const report = await evaluateQuestionsFile(config, questions, { searchTypes, ...where });
    writeWithWorst(report, { json, svg, gates });
  }
}

const ONLY_WITH_ANSWERS = ['language', 'left-out', 'instant', 'data', 'list'] as const;
const NOT_WITH_ANSWERS = ['knowledge-base', 'environment', 'compare', 'modes', 'svg'] as const;

async function judgeAnswers(config: Config, folder: string, values: EvalOptions): Promise<void> {
  for (const option of NOT_WITH_ANSWERS)
    if (values[option] !== undefined) throw usageError(`--${option} does not go with --answers.`);
  const { queries, language, data, json, list, instant, 'left-out': isLeftOut } = values;
  const sets = await readAnswerSets(folder, {
    queries: countOf(queries),
    languages: language?.split(',').map((code) => code.trim()),
    onlyAnswerable: isLeftOut,
  });
  const answers = await evaluateAnswers(config, sets, {
    dataDir: data,
    isInstant: instant,
    isLeftOut,
  });
  const report = answerReport(basename(resolve(folder)), answers);
  console.log(json === '-' ? JSON.stringify(report) : linesForTerminal(answerReportText(report)));
  if (json !== undefined && json !== '-') writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  if (list !== undefined) writeFileSync(list, repliesAsLines(answers));
}

/** Asks golden questions at the service of FOOTNOTE_URL. */
async function askService(call: Call<EvalOptions>, questions: string, gates: Gates): Promise<void> {
  const { json, svg, modes, 'knowledge-base': knowledgeBase } = call.values;
  for (const option of ['compare', 'queries', ...ONLY_WITH_ANSWERS] as const)
    if (call.values[option]) throw usageError(`--${option} does not go with FOOTNOTE_URL and --questions.`);
  const where = { searchTypes: searchTypesOf(modes), knowledgeBase };
  await withConnection(call, 'read_write', async (connection) =>
    writeWithWorst(await evaluateRemotely(connection, questions, where), { json, svg, gates }),
  );
}

type Targets = { json: string | undefined; svg: string | undefined; gates: Gates };

function writeWithWorst(report: SetReport, targets: Targets): void {
  const isPrinted = targets.json === '-';
  const worst = isPrinted ? '' : linesForTerminal(`\n${worstQuestions(report, WORST)}`);
  write(reportOf(report.name, [report]), targets, worst);
}

function write(report: Report, { json, svg, gates }: Targets, worst = ''): void {
  if (json === '-') console.log(JSON.stringify(report));
  else console.log([linesForTerminal(reportText(report)), worst].filter(Boolean).join('\n'));
  applyGates(gates, figuresOf(report), json === '-' ? console.error : console.log);
  if (json !== undefined && json !== '-') writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  if (svg !== undefined)
    writeFileSync(svg, reliabilityChart(`${report.name}: how true the scores are`, report.mean));
}

function writeComparison(comparison: Comparison, json: string | undefined): void {
  console.log(json === '-' ? JSON.stringify(comparison) : linesForTerminal(comparisonText(comparison)));
  if (json !== undefined && json !== '-') writeFileSync(json, `${JSON.stringify(comparison, null, 2)}\n`);
}

const evaluateQuestionsFile = (
  config: Config,
  path: string,
  { searchTypes, ...where }: Where & { searchTypes: readonly SearchType[] },
): Promise<SetReport> =>
  withQuestions(config, path, where, async ({ services, store, knowledgeBaseIds, sources, questions }) => {
    const evaluated = await runEvaluation(services, store, { questions, searchTypes, knowledgeBaseIds });
    return { name: basename(path), documents: sources.length, questions: questions.length, ...evaluated };
  });

function searchTypesOf(modes: string | undefined): SearchType[] {
  if (modes === undefined) return [...SEARCH_TYPES];
  const named = [...new Set(modes.split(',').map((mode) => mode.trim()))];
  const known = SEARCH_TYPES.filter((searchType) => named.includes(searchType));
  if (known.length === named.length) return known;
  throw usageError(`--modes must be one or more of ${SEARCH_TYPES.join(', ')}, separated by commas.`);
}

function countOf(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw usageError('--queries must be a whole number of at least 1.');
}

/** Checked before the work, which may take minutes. */
function assertWritable(path: string): void {
  if (existsSync(dirname(resolve(path)))) return;
  throw usageError(`${path} cannot be written: its folder does not exist.`);
}
