import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#boot/log.ts';
import type { Config } from '#config/config.ts';
import type { JudgedDocument, JudgedSet } from '#evaluation/read-sets.ts';
import type { SetReport } from '#evaluation/report.ts';
import { runEvaluation } from '#evaluation/run-evaluation.ts';
import { swapIn } from '#ingestion/ingest-source.ts';
import { type PreparedSource, prepareSource } from '#ingestion/prepare-source.ts';
import { type KnowledgeBaseId, newId, type SourceId } from '#lib/ids.ts';
import type { Embedder } from '#models/model.ts';
import type { SearchType } from '#search/search.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { type KnowledgeBaseRow, QUEUED, type SourceRow } from '#storage/tables.ts';
import { openForSearch, type SearchServices } from './open-for-search.ts';
import { understandAll } from './understand-all.ts';

/** Documents in one transaction. */
const BATCH = 200;

/** model: the name of an embedding model; the default one without it. */
type Options = { searchTypes: readonly SearchType[]; model?: string };

/** Indexes each judged set into its own workspace, in a temporary data folder, and asks its questions when the deep
 *  model, if there is one, has read everything. */
export async function evaluateSets(
  config: Config,
  sets: readonly JudgedSet[],
  options: Options,
): Promise<SetReport[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-eval-'));
  try {
    const services = await openForSearch(config, { dataDir, environment: 'sandbox', isNew: true });
    try {
      const log = createLog('warn', process.stderr);
      const reports: SetReport[] = [];
      for (const set of sets) {
        const store = services.store.workspace(newId('workspace'));
        const now = Date.now();
        await store.transaction((tx) => tx.workspace.create({ name: '', created_at: now, updated_at: now }));
        reports.push(await evaluateSet({ ...services, config, log }, store, set, options));
      }
      return reports;
    } finally {
      await services.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function evaluateSet(
  services: SearchServices & Pick<Services, 'config' | 'log'>,
  store: WorkspaceStore,
  { name, documents, questions }: JudgedSet,
  { searchTypes, model }: Options,
): Promise<SetReport> {
  const startedAt = performance.now();
  const { knowledgeBaseId, sourceOf } = await indexDocuments(services, store, documents, model);
  await understandAll(services, store);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.error(
    `${name}: ${sourceOf.size} of ${documents.length} documents have text, indexed in ${seconds} s; asking ${questions.length} questions`,
  );
  const evaluated = await runEvaluation(services, store, {
    questions: questions.map(({ id, query, relevant }) => ({
      id,
      query,
      // A document without text has no source, and counts as not found.
      relevant: [...relevant].map(([document, grade]) => ({
        sourceId: sourceOf.get(document) ?? newId('source'),
        grade,
      })),
    })),
    searchTypes,
    knowledgeBaseIds: [knowledgeBaseId],
  });
  const documentOf = new Map([...sourceOf].map(([document, source]) => [source as string, document]));
  const named = (sourceId: string): string => documentOf.get(sourceId) ?? sourceId;
  const outcomes = evaluated.outcomes.map(({ search_type, questions: ofSearch }) => ({
    search_type,
    questions: ofSearch.map((outcome) => ({ ...outcome, source_ids: outcome.source_ids.map(named) })),
  }));
  const counts = { documents: documents.length, questions: questions.length };
  return { name, ...counts, results: evaluated.results, outcomes };
}

/** Indexes documents into a new knowledge base, by the instant pass. Returns the sources of those that have text, by
 *  document. */
export async function indexDocuments(
  { models: { embedders } }: Pick<Services, 'models'>,
  store: WorkspaceStore,
  documents: readonly JudgedDocument[],
  model: string | null = null,
): Promise<{ knowledgeBaseId: KnowledgeBaseId; sourceOf: Map<string, SourceId> }> {
  const indexVersion = embedders.indexVersionFor(model);
  const knowledgeBaseId = await addKnowledgeBase(store, {
    index_version: indexVersion,
    embedding_choice: model,
  });
  const embedder = embedders.ofIndex(indexVersion);
  const sourceOf = await addDocuments(store, documents, { embedder, indexVersion, knowledgeBaseId });
  return { knowledgeBaseId, sourceOf };
}

async function addKnowledgeBase(
  store: WorkspaceStore,
  index: Pick<KnowledgeBaseRow, 'index_version' | 'embedding_choice'>,
): Promise<KnowledgeBaseId> {
  const knowledgeBaseId = newId('knowledgeBase');
  const now = Date.now();
  await store.transaction((tx) =>
    tx.knowledgeBases.insert({
      knowledge_base_id: knowledgeBaseId,
      name: '',
      description: '',
      is_default: 0,
      ...index,
      created_at: now,
      updated_at: now,
    }),
  );
  return knowledgeBaseId;
}

type Destination = { embedder: Embedder | undefined; indexVersion: string; knowledgeBaseId: KnowledgeBaseId };

/** Indexes documents as the service does, with their titles as source names. A document that only has a title is indexed by
 *  its title. Returns the sources of those that have text. */
async function addDocuments(
  store: WorkspaceStore,
  documents: readonly JudgedDocument[],
  destination: Destination,
): Promise<Map<string, SourceId>> {
  const sourceOf = new Map<string, SourceId>();
  for (let from = 0; from < documents.length; from += BATCH) {
    const prepared: (Pick<SourceRow, 'name' | 'type'> & { sourceId: SourceId; source: PreparedSource })[] =
      [];
    for (const { id, title, text, isMarkdown = false } of documents.slice(from, from + BATCH)) {
      const said = text.trim() === '' ? title : text;
      if (said.trim() === '') continue;
      const sourceId = newId('source');
      sourceOf.set(id, sourceId);
      const bytes = Buffer.from(said);
      const content = isMarkdown
        ? { bytes, mimeType: 'text/markdown', fileName: `${title}.md`, origin: 'file' as const }
        : { bytes, mimeType: 'text/plain', fileName: null, origin: 'text' as const };
      const source = await prepareSource(destination.embedder, { content, name: title });
      const type = isMarkdown ? ('document' as const) : ('text' as const);
      prepared.push({ name: title, type, sourceId, source });
    }
    await store.transaction(async (tx) => {
      for (const { name, type, sourceId, source } of prepared) {
        const now = Date.now();
        const row = await tx.sources.insert({
          source_id: sourceId,
          knowledge_base_id: destination.knowledgeBaseId,
          type,
          name,
          url: null,
          ...QUEUED,
          revision: 1,
          chunk_count: 0,
          tags: [],
          created_at: now,
          updated_at: now,
        });
        const swap = { source: row, prepared: { ...source, indexVersion: destination.indexVersion } };
        await swapIn(tx, [swap], now);
      }
    });
  }
  return sourceOf;
}
