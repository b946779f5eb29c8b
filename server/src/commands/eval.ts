import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#config/config.ts';
import { answerReport, answerReportText, repliesAsLines } from '#evaluation/answer-report.ts';
import { type Comparison, comparisonText } from '#evaluation/compare-reports.ts';
import { readAnswerSets } from '#evaluation/read-answer-sets.ts';
import { readSets } from '#evaluation/read-sets.ts';
import { reliabilityChart } from '#evaluation/reliability-chart.ts';
import { type Report, reportOf, reportText, type SetReport, worstQuestions } from '#evaluation/report.ts';
import { runEvaluation } from '#evaluation/run-evaluation.ts';
import { SEARCH_TYPES } from '#evaluation/schema.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import type { SearchType } from '#search/search.ts';
import { compareModels, modelsToCompare } from './compare-models.ts';
import { evaluateAnswers } from './evaluate-answers.ts';
import { evaluateSets } from './evaluate-set.ts';
import { readAsSet, type Where, withQuestions } from './golden-questions.ts';
import { linesForTerminal, usageError } from './with-store.ts';

export const EVAL_USAGE = `footnote eval --set FOLDER [--queries N] [--compare MODEL,MODEL]
footnote eval --questions FILE [--knowledge-base ID] [--environment live|sandbox] [--compare MODEL,MODEL]
footnote eval --answers FOLDER [--queries N] [--language CODE,CODE] [--left-out] [--instant]
                                [--data FOLDER] [--list FILE]

  --set             a folder with corpus.jsonl, queries.jsonl and qrels.tsv, plain or .gz; it is indexed in a temporary
                    folder
  --queries         ask at most N queries of the set, or of each of its knowledge bases, evenly spaced
  --questions       golden questions, one JSON object a line: {"query": "…", "source": "…"}; they search the data in
                    DATA_DIR, which does not change
  --answers         a folder with corpus.jsonl and queries.jsonl, whose queries say what a right reply holds; an agent
                    answers each of them, and the replies are judged
  --language        only questions in these languages
  --left-out        ask each answerable question again without the documents that answer it, in place of the unanswerable
                    questions of the set
  --instant         do not wait for the deep model, and answer without it
  --data            keep the indexed documents in this folder; the next evaluation of the same documents starts from it
  --list FILE       write each question with its reply and what is right about it, one JSON object a line
  --knowledge-base  where to search; all knowledge bases by default
  --environment     live by default
  --compare         two embedding models, such as static-en-multi-256,multilingual-e5-small: the same questions with
                    each, and how they differ; the texts are indexed in a temporary folder, once for each
  --modes           search modes, such as hybrid,keyword; all by default
  --json FILE       write all figures, with the outcome of each question
  --svg FILE        write a reliability chart of the scores`;

/** Worst questions to print; the JSON has all. */
const WORST = 10;

/** `footnote eval`: measures search quality and how reliable the scores are, or what the replies of an agent are
 *  worth. */
export async function evalCommand(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      set: { type: 'string' },
      queries: { type: 'string' },
      questions: { type: 'string' },
      answers: { type: 'string' },
      language: { type: 'string' },
      'left-out': { type: 'boolean' },
      instant: { type: 'boolean' },
      data: { type: 'string' },
      list: { type: 'string' },
      'knowledge-base': { type: 'string' },
      environment: { type: 'string' },
      compare: { type: 'string' },
      modes: { type: 'string' },
      json: { type: 'string' },
      svg: { type: 'string' },
    },
  });
  const { set, questions, answers, json, svg, list } = values;
  const searchTypes = searchTypesOf(values.modes);
  for (const path of [json, svg, list]) if (path !== undefined) assertWritable(path);
  if ([set, questions, answers].filter((given) => given !== undefined).length !== 1)
    throw usageError(`Give either --set, --questions or --answers:\n${EVAL_USAGE}`);
  if (answers !== undefined) return await judgeAnswers(config, answers, values);
  for (const option of ONLY_WITH_ANSWERS)
    if (values[option] !== undefined) throw usageError(`--${option} only goes with --answers.`);
  const compare = values.compare === undefined ? undefined : await modelsToCompare(config, values.compare);
  if (compare && svg !== undefined) throw usageError('--svg does not go with --compare.');
  if (set !== undefined) {
    if (values['knowledge-base'] !== undefined || values.environment !== undefined)
      throw usageError('--knowledge-base and --environment only go with --questions.');
    const sets = await readSets(set, { queries: countOf(values.queries) });
    const name = basename(resolve(set));
    if (compare)
      return writeComparison(await compareModels(config, name, sets, { searchTypes, models: compare }), json);
    write(reportOf(name, await evaluateSets(config, sets, { searchTypes })), { json, svg });
  }
  if (questions !== undefined) {
    if (values.queries !== undefined) throw usageError('--queries only goes with --set.');
    const where = {
      environment: environmentOf(values.environment),
      knowledgeBase: values['knowledge-base'],
    };
    if (compare) {
      const asSet = await readAsSet(config, questions, where);
      const options = { searchTypes, models: compare };
      return writeComparison(await compareModels(config, basename(questions), [asSet], options), json);
    }
    const report = await evaluateQuestionsFile(config, questions, { searchTypes, ...where });
    write(reportOf(basename(questions), [report]), { json, svg });
    console.log(linesForTerminal(`\n${worstQuestions(report, WORST)}`));
  }
}

const ONLY_WITH_ANSWERS = ['language', 'left-out', 'instant', 'data', 'list'] as const;
const NOT_WITH_ANSWERS = ['knowledge-base', 'environment', 'compare', 'modes', 'svg'] as const;

type AnswersOptions = Partial<
  Record<'queries' | 'language' | 'data' | 'json' | 'list' | (typeof NOT_WITH_ANSWERS)[number], string>
> & { instant?: boolean; 'left-out'?: boolean };

async function judgeAnswers(config: Config, folder: string, values: AnswersOptions): Promise<void> {
  for (const option of NOT_WITH_ANSWERS)
    if (values[option] !== undefined) throw usageError(`--${option} does not go with --answers.`);
  const { queries, language, data, json, list, instant = false, 'left-out': isLeftOut = false } = values;
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
  console.log(linesForTerminal(answerReportText(report)));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  if (list !== undefined) writeFileSync(list, repliesAsLines(answers));
}

function write(report: Report, { json, svg }: { json: string | undefined; svg: string | undefined }): void {
  console.log(linesForTerminal(reportText(report)));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  if (svg !== undefined)
    writeFileSync(svg, reliabilityChart(`${report.name}: how true the scores are`, report.mean));
}

function writeComparison(comparison: Comparison, json: string | undefined): void {
  console.log(linesForTerminal(comparisonText(comparison)));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(comparison, null, 2)}\n`);
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

function environmentOf(text = 'live'): Environment {
  const found = ENVIRONMENTS.find((environment) => environment === text);
  if (!found) throw usageError('--environment must be live or sandbox.');
  return found;
}

/** Checked before the work, which may take minutes. */
function assertWritable(path: string): void {
  if (existsSync(dirname(resolve(path)))) return;
  throw usageError(`${path} cannot be written: its folder does not exist.`);
}
