import type { ErrorDetail } from '#errors.ts';
import { fieldAt, refusal } from '#http/body/imported-rows.ts';
import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import { isId } from '#records/fields.ts';
import { resolveKnowledgeBase } from '#records/resolve-knowledge-base.ts';
import type { AnswerWithSources, NewAnswer, WorkspaceTransaction } from '#storage/store.ts';
import { questionKey } from './question-key.ts';
import { type Author, assertRoom, changedAnswer, newAnswer } from './save-answer.ts';
import type { AnswerContent, ImportedAnswer } from './schema.ts';

type Change = 'created' | 'updated' | 'unchanged';

/** rows: what would happen to each row, in their order; only of a dry run. */
type Imported = Record<Change, number> & {
  rows?: { place: string; question: string; change: Change }[];
};

type Row = ImportedAnswer & { place: string };
/** A row whose names are resolved; only the fields that were sent. */
type ReadyRow = Pick<AnswerContent, 'question' | 'answer'> &
  Pick<ImportedAnswer, 'variants' | 'enabled'> & {
    knowledgeBaseId: KnowledgeBaseId;
    source_ids?: SourceId[];
    place: string;
  };

/** Creates the answers whose questions are new to their knowledge bases and changes the others. Writes all of them or, if
 *  one is wrong, throws 422 with everything that is wrong. isDry: writes nothing. */
export async function importAnswers(
  tx: WorkspaceTransaction,
  rows: readonly Row[],
  { author, isDry }: { author: Author; isDry: boolean },
): Promise<Imported> {
  const changes = new Map<string, Change>();
  const created: NewAnswer[] = [];
  const changed: ReturnType<typeof changedAnswer>[] = [];
  const byBase = Map.groupBy(await resolveRows(tx, rows), (row) => row.knowledgeBaseId);
  for (const [knowledgeBaseId, ofBase] of byBase) {
    const keys = ofBase.map(({ question }) => questionKey(question));
    const found = await tx.answers.findByQuestions(knowledgeBaseId, keys);
    const existing = new Map(found.map((answer) => [answer.question_key, answer]));
    await assertRoom(tx, knowledgeBaseId, ofBase.length - existing.size);
    for (const [index, { knowledgeBaseId: _, place, ...content }] of ofBase.entries()) {
      const before = existing.get(keys[index] ?? '');
      changes.set(place, changeOf(before, content));
      if (!before) {
        const { variants = [], source_ids = [], enabled = true } = content;
        created.push(newAnswer(knowledgeBaseId, { ...content, variants, source_ids, enabled }, author));
      } else if (!isSame(before, content)) changed.push(changedAnswer(before.answer_id, content, author));
    }
  }
  const counts = {
    created: created.length,
    updated: changed.length,
    unchanged: rows.length - created.length - changed.length,
  };
  if (isDry)
    return {
      ...counts,
      rows: rows.map(({ place, question }) => ({
        place,
        question,
        change: changes.get(place) ?? 'unchanged',
      })),
    };
  await tx.answers.insertMany(created);
  await tx.answers.updateMany(changed);
  return counts;
}

type Content = Omit<ReadyRow, 'knowledgeBaseId' | 'place'>;

function changeOf(before: AnswerWithSources | undefined, content: Content): Change {
  if (!before) return 'created';
  return isSame(before, content) ? 'unchanged' : 'updated';
}

/** A row whose knowledge base is found. */
type BasedRow = Omit<Row, 'knowledge_base_id'> & { knowledgeBaseId: KnowledgeBaseId };

async function resolveRows(tx: WorkspaceTransaction, rows: readonly Row[]): Promise<ReadyRow[]> {
  const wrong: ErrorDetail[] = [];
  const based: BasedRow[] = [];
  const baseOf = knowledgeBaseFinder(tx);
  for (const { knowledge_base_id, ...row } of rows) {
    const { id: knowledgeBaseId, error } = await baseOf(knowledge_base_id);
    if (knowledgeBaseId === undefined)
      wrong.push({ field: fieldAt(row.place, 'knowledge_base_id'), reason: error });
    else based.push({ ...row, knowledgeBaseId });
  }
  const placeOf = new Map<string, string>();
  const findSource = await sourceFinder(tx, based);
  const ready = based.map(({ place, sources, ...content }): ReadyRow => {
    const key = `${content.knowledgeBaseId} ${questionKey(content.question)}`;
    const earlier = placeOf.get(key);
    if (earlier !== undefined)
      wrong.push({ field: fieldAt(place, 'question'), reason: `is the question of ${earlier} too` });
    placeOf.set(key, place);
    const found = sources?.map((name) => findSource(content.knowledgeBaseId, name));
    for (const [index, { error }] of (found ?? []).entries())
      if (error !== undefined) wrong.push({ field: fieldAt(place, `sources[${index}]`), reason: error });
    return {
      ...content,
      place,
      ...(found && { source_ids: [...new Set(found.flatMap(({ id }) => id ?? []))] }),
    };
  });
  if (wrong.length > 0) throw refusal(wrong);
  return ready;
}

type FoundBase = { id: KnowledgeBaseId; error?: undefined } | { id?: undefined; error: string };

/** Finds each knowledge base once. */
function knowledgeBaseFinder(tx: WorkspaceTransaction) {
  const known = new Map<KnowledgeBaseId | undefined, FoundBase>();
  return async (id: KnowledgeBaseId | undefined): Promise<FoundBase> => {
    const found = known.get(id) ?? (await findBase(tx, id));
    known.set(id, found);
    return found;
  };
}

async function findBase(tx: WorkspaceTransaction, id: KnowledgeBaseId | undefined): Promise<FoundBase> {
  if (id !== undefined && !(await tx.knowledgeBases.exists(id)))
    return { error: `no knowledge base has the id "${id}"` };
  return { id: await resolveKnowledgeBase(tx, id) };
}

type FoundSource = { id: SourceId; error?: undefined } | { id?: undefined; error: string };

/** Names in one query. */
const BATCH = 500;

/** Finds sources by id, or by name or file name in the knowledge base of the answer. Reads those of all rows at once, because
 *  names have no index. */
async function sourceFinder({ sources }: Pick<WorkspaceTransaction, 'sources'>, rows: readonly BasedRow[]) {
  const ids = rows.flatMap((row) => (row.sources ?? []).filter((name) => isId('src', name)));
  const known = new Set<string>(
    (await sources.findMany([...new Set(ids)] as SourceId[])).map((row) => row.source_id),
  );
  const named = new Map<string, Set<SourceId>>();
  for (const [knowledgeBaseId, ofBase] of Map.groupBy(rows, (row) => row.knowledgeBaseId)) {
    const names = [...new Set(ofBase.flatMap((row) => row.sources ?? []))];
    for (let from = 0; from < names.length; from += BATCH)
      for (const row of await sources.findByNames(knowledgeBaseId, names.slice(from, from + BATCH)))
        for (const name of [row.name, row.file_name]) {
          const key = `${knowledgeBaseId} ${name}`;
          named.set(key, (named.get(key) ?? new Set()).add(row.source_id));
        }
  }
  return (knowledgeBaseId: KnowledgeBaseId, name: string): FoundSource => {
    if (known.has(name)) return { id: name as SourceId };
    const [first, second] = named.get(`${knowledgeBaseId} ${name}`) ?? [];
    if (second) return { error: `several sources are called "${name}"; name one by its id` };
    return first
      ? { id: first }
      : { error: `no source of the knowledge base has the id or the name "${name}"` };
  };
}

function isSame(before: AnswerWithSources, content: Content): boolean {
  const { question, answer, variants, source_ids, enabled } = content;
  return (
    before.question === question &&
    before.answer === answer &&
    (variants === undefined || before.variants === JSON.stringify(variants)) &&
    (source_ids === undefined || JSON.stringify(before.source_ids) === JSON.stringify(source_ids)) &&
    (enabled === undefined || before.is_enabled === Number(enabled))
  );
}
