import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerSet } from '#evaluation/read-answer-sets.ts';
import { type AgentId, type KnowledgeBaseId, newId, type SourceId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { indexDocuments } from './evaluate-set.ts';
import { usageError } from './with-store.ts';

/** The sets as they stand in a data folder, in their order. Written beside the data once everything is indexed.
 *  fingerprint: of the documents and how they are indexed. */
export type PreparedSets = {
  fingerprint: string;
  workspaceId: string;
  parts: { agentId: AgentId; sources: PreparedDocument[] }[];
};

type PreparedDocument = { document: string; sourceId: SourceId; knowledgeBaseId: KnowledgeBaseId };

const FILE = 'evaluation.json';

/** knowledgeBases: how many the documents of a set are dealt out to. */
type Way = { isInstant: boolean; knowledgeBases: number };

const fingerprintOf = (sets: readonly AnswerSet[], { isInstant, knowledgeBases }: Way): string =>
  createHash('sha256')
    .update(JSON.stringify([isInstant, knowledgeBases, sets.map(({ name, documents }) => [name, documents])]))
    .digest('hex');

/** What an earlier evaluation of the same sets left in the folder; undefined if the folder is new or empty. Throws usageError
 *  if it holds anything else. */
export function readPrepared(
  dataDir: string,
  sets: readonly AnswerSet[],
  way: Way,
): PreparedSets | undefined {
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return undefined;
  const path = join(dataDir, FILE);
  const prepared = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PreparedSets) : undefined;
  if (prepared?.fingerprint === fingerprintOf(sets, way)) return prepared;
  throw usageError(
    prepared
      ? `${dataDir} holds other documents, or the same indexed in another way: name another folder, or delete it.`
      : `${dataDir} is not empty, and no evaluation has filled it: name another folder, or delete it.`,
  );
}

/** Indexes each set into knowledge bases of its own, with one agent, and notes that in the folder. model: see
 *  indexDocuments. */
export async function prepareSets(
  services: Pick<Services, 'models' | 'store'>,
  sets: readonly AnswerSet[],
  { dataDir, model, ...way }: Way & { dataDir: string; model: string | undefined },
): Promise<PreparedSets> {
  const store = services.store.workspace(newId('workspace'));
  const now = Date.now();
  await store.transaction((tx) => tx.workspace.create({ name: '', created_at: now, updated_at: now }));
  const parts: PreparedSets['parts'] = [];
  for (const { name, documents } of sets) {
    const sources: PreparedDocument[] = [];
    const knowledgeBaseIds: KnowledgeBaseId[] = [];
    for (let base = 0; base < way.knowledgeBases; base++) {
      const dealt = documents.filter((_, index) => index % way.knowledgeBases === base);
      const { knowledgeBaseId, sourceOf } = await indexDocuments(services, store, dealt, model);
      knowledgeBaseIds.push(knowledgeBaseId);
      for (const [document, sourceId] of sourceOf) sources.push({ document, sourceId, knowledgeBaseId });
    }
    parts.push({ agentId: await addAgent(store, name, knowledgeBaseIds), sources });
    console.error(`${name}: ${sources.length} of ${documents.length} documents have text and are indexed`);
  }
  const prepared = { fingerprint: fingerprintOf(sets, way), workspaceId: store.workspaceId, parts };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, FILE), JSON.stringify(prepared));
  return prepared;
}

/** Known, so that a fallback is told from other replies. */
const FALLBACK = 'The knowledge base does not say.';

async function addAgent(
  store: WorkspaceStore,
  name: string,
  knowledgeBaseIds: readonly KnowledgeBaseId[],
): Promise<AgentId> {
  const agentId = newId('agent');
  const now = Date.now();
  await store.transaction(async (tx) => {
    await tx.agents.insert({
      agent_id: agentId,
      name,
      status: 'active',
      welcome_message: null,
      fallback_message: FALLBACK,
      system_prompt: null,
      response_length: 'medium',
      min_confidence: null,
      temperature: null,
      tokens_per_day: null,
      tokens_per_month: null,
      created_at: now,
      updated_at: now,
    });
    await tx.agents.setKnowledgeBases(agentId, knowledgeBaseIds);
  });
  return agentId;
}
