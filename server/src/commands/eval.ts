import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import { readQuestions } from '#evaluation/read-questions.ts';
import { readSets } from '#evaluation/read-sets.ts';
import { reliabilityChart } from '#evaluation/reliability-chart.ts';
import { type Report, reportOf, reportText, type SetReport, worstQuestions } from '#evaluation/report.ts';
import { runEvaluation } from '#evaluation/run-evaluation.ts';
import { SEARCH_TYPES } from '#evaluation/schema.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { SearchType } from '#search/search.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import { evaluateSets } from './evaluate-set.ts';
import { openForSearch } from './open-for-search.ts';
import { linesForTerminal } from './with-store.ts';

export const EVAL_USAGE = `footnote eval --set FOLDER [--queries N]
footnote eval --questions FILE [--knowledge-base ID] [--environment live|sandbox]

  --set             a folder with corpus.jsonl, queries.jsonl and qrels.tsv, plain or as .gz; it is indexed in a
                    folder of its own, which goes afterwards
  --queries         at most so many queries of the set, at even distances
  --questions       golden questions, one JSON object a line: {"query": "…", "source": "…"}; they are asked of the data
                    in DATA_DIR, which stays as it is
  --knowledge-base  where to search; all knowledge bases without it
  --environment     live without it
  --modes           kinds of search, such as hybrid,keyword; all without it
  --json FILE       writes all figures, and what became of each question
  --svg FILE        writes a chart of how true the scores are`;

/** Worst questions that are printed; the JSON has all. */
const WORST = 10;
const PAGE = 1_000;

/** `footnote eval`: how well the search does, and how true its scores are. */
export async function evalCommand(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      set: { type: 'string' },
      queries: { type: 'string' },
      questions: { type: 'string' },
      'knowledge-base': { type: 'string' },
      environment: { type: 'string' },
      modes: { type: 'string' },
      json: { type: 'string' },
      svg: { type: 'string' },
    },
  });
  const { set, questions, json, svg } = values;
  const searchTypes = searchTypesOf(values.modes);
  for (const path of [json, svg]) if (path !== undefined) assertWritable(path);
  if ((set === undefined) === (questions === undefined))
    throw usageError(`Say what to evaluate, by --set or by --questions:\n${EVAL_USAGE}`);
  if (set !== undefined) {
    if (values['knowledge-base'] !== undefined || values.environment !== undefined)
      throw usageError('--knowledge-base and --environment go with --questions; a set is indexed by itself.');
    const sets = await readSets(set, { queries: countOf(values.queries) });
    write(reportOf(basename(resolve(set)), await evaluateSets(config, sets, searchTypes)), { json, svg });
  }
  if (questions !== undefined) {
    if (values.queries !== undefined) throw usageError('--queries goes with --set.');
    const report = await evaluateQuestionsFile(config, questions, {
      searchTypes,
      environment: environmentOf(values.environment),
      knowledgeBase: values['knowledge-base'],
    });
    write(reportOf(basename(questions), [report]), { json, svg });
    console.log(linesForTerminal(`\n${worstQuestions(report, WORST)}`));
  }
}

function write(report: Report, { json, svg }: { json: string | undefined; svg: string | undefined }): void {
  console.log(linesForTerminal(reportText(report)));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  if (svg !== undefined)
    writeFileSync(svg, reliabilityChart(`${report.name}: how true the scores are`, report.mean));
}

type Options = {
  searchTypes: readonly SearchType[];
  environment: Environment;
  knowledgeBase: string | undefined;
};

async function evaluateQuestionsFile(
  config: Config,
  path: string,
  { searchTypes, environment, knowledgeBase }: Options,
): Promise<SetReport> {
  const services = await openForSearch(config, { ...storageAddress(config), environment, isNew: false });
  try {
    const [workspaceId] = await services.store.workspaceIds();
    if (!workspaceId)
      throw usageError(`There is no workspace in ${config.DATA_DIR} yet: start the service once.`);
    const store = services.store.workspace(workspaceId);
    const knowledgeBaseIds = await knowledgeBasesOf(store, knowledgeBase);
    const sources = await allSources(store, knowledgeBaseIds);
    const questions = await readQuestions(path, sources);
    const evaluated = await runEvaluation(services, store, { questions, searchTypes, knowledgeBaseIds });
    return {
      name: basename(path),
      documents: sources.length,
      questions: questions.length,
      ...evaluated,
    };
  } finally {
    await services.store.close();
  }
}

async function knowledgeBasesOf(
  store: WorkspaceStore,
  id: string | undefined,
): Promise<KnowledgeBaseId[] | undefined> {
  if (id === undefined) return undefined;
  if (!id.startsWith('kb_') || !(await store.knowledgeBases.exists(id as KnowledgeBaseId)))
    throw usageError(`No knowledge base has the id ${id}; GET /v1/knowledge-bases lists them.`);
  return [id as KnowledgeBaseId];
}

async function allSources(
  store: WorkspaceStore,
  knowledgeBaseIds: KnowledgeBaseId[] | undefined,
): Promise<SourceRow[]> {
  const sources: SourceRow[] = [];
  for (;;) {
    const after = sources.at(-1)?.source_id;
    const rows = await store.sources.list({ limit: PAGE, after, knowledgeBaseIds });
    // One row more than the limit tells that there are more; it comes again with them.
    sources.push(...rows.slice(0, PAGE));
    if (rows.length <= PAGE) return sources;
  }
}

function searchTypesOf(modes: string | undefined): SearchType[] {
  if (modes === undefined) return [...SEARCH_TYPES];
  const named = [...new Set(modes.split(',').map((mode) => mode.trim()))];
  const known = SEARCH_TYPES.filter((searchType) => named.includes(searchType));
  if (known.length === named.length) return known;
  throw usageError(`--modes must be one or more of ${SEARCH_TYPES.join(', ')}, with commas between them.`);
}

function countOf(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw usageError('--queries must be a whole number from 1.');
}

function environmentOf(text = 'live'): Environment {
  const found = ENVIRONMENTS.find((environment) => environment === text);
  if (!found) throw usageError('--environment must be live or sandbox.');
  return found;
}

/** Before the work, which may take minutes. */
function assertWritable(path: string): void {
  if (existsSync(dirname(resolve(path)))) return;
  throw usageError(`${path} cannot be written: its folder is not there.`);
}

const usageError = (message: string): OperatorError => new OperatorError(message, { exitCode: 2 });
