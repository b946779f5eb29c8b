import { z } from 'zod';
import { toIso } from '#lib/clock.ts';
import { type KnowledgeBaseId, newId, type SourceId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SourceHistoryAction, SourceHistoryRow, SourceRow } from '#storage/tables.ts';
import { type AuditActor, differences } from './audit.ts';
import { timestamp } from './fields.ts';
import { SourceMetadata } from './metadata.ts';
import { SourceError, SourceTypeSchema } from './source.ts';

const fromTo = <Value extends z.ZodType>(value: Value) =>
  z.object({
    from: value.meta({ description: 'Before the change; null for none.' }),
    to: value.meta({ description: 'After it; null for none.' }),
  });

/** The details of an entry; each action has some of these. */
export const HistoryDetails = z.object({
  type: SourceTypeSchema.optional(),
  crawl_id: z.string().optional().meta({ description: 'The crawl that added it.' }),
  name: fromTo(z.string().nullable()).optional().meta({ description: 'The name changed.' }),
  tags: fromTo(z.array(z.string())).optional().meta({ description: 'The tags changed.' }),
  metadata: fromTo(SourceMetadata).optional().meta({ description: 'The metadata changed.' }),
  allowed: fromTo(z.array(z.string()).nullable()).optional().meta({ description: 'Who may see it changed.' }),
  refresh_interval_hours: fromTo(z.int().nullable())
    .optional()
    .meta({ description: 'The refresh interval changed.' }),
  external_id: fromTo(z.string().nullable()).optional().meta({ description: 'The external id changed.' }),
  knowledge_base_id: fromTo(z.string()).optional().meta({ description: 'The source was moved.' }),
  url: fromTo(z.string().nullable()).optional().meta({ description: 'The address changed.' }),
  file_name: fromTo(z.string().nullable()).optional().meta({ description: 'The uploaded file changed.' }),
  size_bytes: z.int().optional().meta({ description: 'Bytes of the original content after the change.' }),
  chunk_count: z.int().optional().meta({ description: 'Passages that were indexed.' }),
  duration_ms: z
    .int()
    .optional()
    .meta({ description: 'How long the job ran, without the time in the queue.' }),
  outcome: z
    .enum(['unchanged', 'changed', 'failed'])
    .optional()
    .meta({ description: 'The result of looking for changes. A changed page is indexed next.' }),
  reason: z.enum(['embedding_model', 'new_version', 'lost_job']).optional().meta({
    description:
      'Why Footnote reindexed it: another embedding model, a version that indexes differently, or a lost job.',
  }),
  embedding_model: fromTo(z.string()).optional().meta({ description: 'The model of the index changed.' }),
  error: SourceError.optional(),
  times: z
    .int()
    .optional()
    .meta({ description: 'How often the same happened in a row, last at `created_at`.' }),
  since: timestamp.optional().meta({ description: 'When it first happened, if `times` is present.' }),
});

type Details = z.infer<typeof HistoryDetails>;

export type HistoryEntry = { sourceId: SourceId; action: SourceHistoryAction; details?: Details };

/** Actions that may repeat every hour for years; repetitions are counted in one entry. */
const COUNTED: readonly SourceHistoryAction[] = ['refreshed', 'failed'];

/** Records what happened to sources, in the transaction of the change; see LIMITS.sourceHistory for how much is kept. */
export async function recordHistory(
  tx: Pick<WorkspaceTransaction, 'sourceHistory'>,
  { actor, now, entries }: { actor: AuditActor; now: number; entries: readonly HistoryEntry[] },
): Promise<void> {
  const news: HistoryEntry[] = [];
  for (const entry of entries)
    if (!(COUNTED.includes(entry.action) && (await countAgain(tx, entry, now)))) news.push(entry);
  await tx.sourceHistory.insert(
    news.map(({ sourceId, ...entry }) => ({ source_id: sourceId, ...columnsOf(entry, actor, now) })),
  );
}

/** The same for every indexed source of a knowledge base. */
export const recordHistoryOfBase = (
  tx: Pick<WorkspaceTransaction, 'sourceHistory'>,
  knowledgeBaseId: KnowledgeBaseId,
  { actor, now, entry }: { actor: AuditActor; now: number; entry: Omit<HistoryEntry, 'sourceId'> },
): Promise<void> => tx.sourceHistory.insertInBase(knowledgeBaseId, columnsOf(entry, actor, now));

/** The columns of an entry, without its source. */
const columnsOf = (
  { action, details = {} }: Omit<HistoryEntry, 'sourceId'>,
  actor: AuditActor,
  now: number,
): Omit<SourceHistoryRow, 'workspace_id' | 'source_id'> => ({
  entry_id: newId('historyEntry'),
  action,
  actor_type: actor.type,
  actor_id: actor.id,
  actor_name: actor.name,
  details: JSON.stringify(details),
  created_at: now,
});

/** False if the newest entry is different. */
async function countAgain(
  tx: Pick<WorkspaceTransaction, 'sourceHistory'>,
  { sourceId, action, details = {} }: HistoryEntry,
  now: number,
): Promise<boolean> {
  const [newest] = await tx.sourceHistory.list(sourceId, { limit: 1 });
  if (newest?.action !== action) return false;
  const { times = 1, since = toIso(newest.created_at), ...same } = JSON.parse(newest.details) as Details;
  if (JSON.stringify(same) !== JSON.stringify(details)) return false;
  const counted: Details = { ...same, times: times + 1, since };
  await tx.sourceHistory.update(newest, { details: JSON.stringify(counted), created_at: now });
  return true;
}

/** The entry of a new source. */
export function additionOf(source: SourceRow): HistoryEntry {
  const { source_id, type, crawl_id, size_bytes, allowed } = source;
  const nothing = { name: null, url: null, file_name: null };
  const details = {
    type,
    ...(crawl_id !== null && { crawl_id }),
    ...differences<Named, keyof Named>(nothing, source, ['name', 'url', 'file_name']),
    ...(size_bytes !== null && { size_bytes }),
    ...(allowed !== null && { allowed: { from: null, to: JSON.parse(allowed) as string[] } }),
  };
  return { sourceId: source_id, action: 'added', details };
}

type Named = { [Field in 'name' | 'url' | 'file_name']: SourceRow[Field] | null };
