import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import type { JudgedSet } from '#evaluation/read-sets.ts';
import type { SetReport } from '#evaluation/report.ts';
import { runEvaluation } from '#evaluation/run-evaluation.ts';
import { swapIn } from '#ingestion/ingest-source.ts';
import { type PreparedSource, prepareSource } from '#ingestion/prepare-source.ts';
import { type KnowledgeBaseId, newId, type SourceId } from '#lib/ids.ts';
import type { Embedder } from '#models/model.ts';
import type { SearchType } from '#search/search.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { QUEUED } from '#storage/tables.ts';
import { openForSearch } from './open-for-search.ts';

/** Documents that are written in one transaction. */
const BATCH = 200;

/** Puts each judged set into a knowledge base of its own, in a data folder that goes afterwards, and asks its questions. */
export async function evaluateSets(
  config: Config,
  sets: readonly JudgedSet[],
  searchTypes: readonly SearchType[],
): Promise<SetReport[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-eval-'));
  try {
    const services = await openForSearch(config, { dataDir, environment: 'sandbox', isNew: true });
    try {
      const store = services.store.workspace(newId('workspace'));
      const now = Date.now();
      await store.transaction((tx) => tx.workspace.create({ name: '', created_at: now, updated_at: now }));
      const reports: SetReport[] = [];
      for (const set of sets) reports.push(await evaluateSet(services, store, set, searchTypes));
      return reports;
    } finally {
      await services.store.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function evaluateSet(
  services: Awaited<ReturnType<typeof openForSearch>>,
  store: WorkspaceStore,
  { name, documents, questions }: JudgedSet,
  searchTypes: readonly SearchType[],
): Promise<SetReport> {
  const startedAt = performance.now();
  const { knowledgeBaseId, sourceOf } = await indexDocuments(services, store, documents);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.error(
    `${name}: ${sourceOf.size} of ${documents.length} documents have a text, indexed in ${seconds} s; asking ${questions.length} questions`,
  );
  const evaluated = await runEvaluation(services, store, {
    questions: questions.map(({ id, query, relevant }) => ({
      id,
      query,
      // A document without a text is none of the sources, and missed like any that is not found.
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

/** Puts documents into a knowledge base of their own. Returns the sources of those that have a text, by document. */
export async function indexDocuments(
  { models: { embedders } }: Pick<Services, 'models'>,
  store: WorkspaceStore,
  documents: readonly Document[],
): Promise<{ knowledgeBaseId: KnowledgeBaseId; sourceOf: Map<string, SourceId> }> {
  const indexVersion = embedders.indexVersionFor(null);
  const knowledgeBaseId = await addKnowledgeBase(store, indexVersion);
  const embedder = embedders.ofIndex(indexVersion);
  const sourceOf = await addDocuments(store, documents, { embedder, indexVersion, knowledgeBaseId });
  return { knowledgeBaseId, sourceOf };
}

async function addKnowledgeBase(store: WorkspaceStore, indexVersion: string): Promise<KnowledgeBaseId> {
  const knowledgeBaseId = newId('knowledgeBase');
  const now = Date.now();
  await store.transaction((tx) =>
    tx.knowledgeBases.insert({
      knowledge_base_id: knowledgeBaseId,
      name: '',
      description: '',
      is_default: 0,
      index_version: indexVersion,
      created_at: now,
      updated_at: now,
    }),
  );
  return knowledgeBaseId;
}

type Destination = { embedder: Embedder | undefined; indexVersion: string; knowledgeBaseId: KnowledgeBaseId };
type Document = JudgedSet['documents'][number];

/** Indexes documents as texts, as the service does, with their titles as the names of the sources. The text of a document
 *  that has a title alone is its title. Returns the sources of those that have a text. */
async function addDocuments(
  store: WorkspaceStore,
  documents: readonly Document[],
  destination: Destination,
): Promise<Map<string, SourceId>> {
  const sourceOf = new Map<string, SourceId>();
  for (let from = 0; from < documents.length; from += BATCH) {
    const prepared: { name: string; sourceId: SourceId; source: PreparedSource }[] = [];
    for (const { id, title, text } of documents.slice(from, from + BATCH)) {
      const content = text.trim() === '' ? title : text;
      if (content.trim() === '') continue;
      const sourceId = newId('source');
      sourceOf.set(id, sourceId);
      const bytes = Buffer.from(content);
      const original = { bytes, mimeType: 'text/plain', fileName: null, origin: 'text' as const };
      const source = await prepareSource(destination.embedder, { content: original, name: title });
      prepared.push({ name: title, sourceId, source });
    }
    await store.transaction(async (tx) => {
      for (const { name, sourceId, source } of prepared) {
        const now = Date.now();
        const row = await tx.sources.insert({
          source_id: sourceId,
          knowledge_base_id: destination.knowledgeBaseId,
          type: 'text',
          name,
          url: null,
          ...QUEUED,
          revision: 1,
          chunk_count: 0,
          tags: [],
          created_at: now,
          updated_at: now,
        });
        await swapIn(tx, row, { ...source, indexVersion: destination.indexVersion }, now);
      }
    });
  }
  return sourceOf;
}
