import { basename } from 'node:path';
import type { Config } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import { readQuestions } from '#evaluation/read-questions.ts';
import type { JudgedSet } from '#evaluation/read-sets.ts';
import type { Environment } from '#lib/environment.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import { openForSearch, type SearchServices } from './open-for-search.ts';
import { usageError } from './with-store.ts';

export type Where = { environment: Environment; knowledgeBase: string | undefined };

type Golden = {
  services: SearchServices;
  store: WorkspaceStore;
  /** Undefined for all. */
  knowledgeBaseIds: KnowledgeBaseId[] | undefined;
  /** All sources of these knowledge bases. */
  sources: SourceRow[];
  questions: Awaited<ReturnType<typeof readQuestions>>;
};

const PAGE = 1_000;

/** Reads golden questions, opens the data that they search, and closes it after the work. */
export async function withQuestions<Result>(
  config: Config,
  path: string,
  { environment, knowledgeBase }: Where,
  work: (golden: Golden) => Promise<Result>,
): Promise<Result> {
  const services = await openForSearch(config, { ...storageAddress(config), environment, isNew: false });
  try {
    const [workspaceId] = await services.store.workspaceIds();
    if (!workspaceId) throw usageError(`${config.DATA_DIR} has no workspace yet. Start the service once.`);
    const store = services.store.workspace(workspaceId);
    const knowledgeBaseIds = await knowledgeBasesOf(store, knowledgeBase);
    const sources = await allSources(store, knowledgeBaseIds);
    const questions = await readQuestions(path, sources);
    return await work({ services, store, knowledgeBaseIds, sources, questions });
  } finally {
    await services.close();
  }
}

/** Golden questions with the texts of the sources that they search, to be indexed elsewhere. A source counts as relevant
 *  whatever its passages must contain. */
export const readAsSet = (config: Config, path: string, where: Where): Promise<JudgedSet> =>
  withQuestions(config, path, where, async ({ store, sources, questions }) => {
    const documents: JudgedSet['documents'] = [];
    for (const { source_id, name, indexed_revision } of sources) {
      const content =
        indexed_revision === null ? undefined : await store.contents.text(source_id, indexed_revision);
      if (content) documents.push({ id: source_id, title: name, text: content.text });
    }
    return {
      name: basename(path),
      documents,
      questions: questions.map(({ query, relevant }, index) => ({
        id: String(index + 1),
        query,
        relevant: new Map(relevant.map(({ sourceId, grade }) => [sourceId, grade])),
      })),
      unjudged: 0,
    };
  });

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
    // One row beyond the limit means that there are more; the next page starts with it.
    sources.push(...rows.slice(0, PAGE));
    if (rows.length <= PAGE) return sources;
  }
}
