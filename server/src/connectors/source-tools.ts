import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { Metadata } from '#lib/metadata.ts';
import type { AuditActor } from '#records/audit.ts';
import type { Content } from '#records/content.ts';
import type { HistoryEntry } from '#records/source-history.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';

/** The functions of `sources` that connectors use. worker.ts and app.ts pass them in. */
export type SourceTools = {
  upsert(
    tx: WorkspaceTransaction,
    source: {
      externalId: string;
      fields: {
        type: 'document';
        name: string;
        metadata: Metadata;
        allowed: string[] | null | undefined;
        knowledge_base_id: KnowledgeBaseId;
        tags: string[] | undefined;
      };
      content: Content;
      url: undefined;
      actor: AuditActor;
      now: number;
    },
  ): Promise<{ source: SourceRow; outcome: 'created' | 'updated' | 'unchanged' }>;
  change(
    tx: WorkspaceTransaction,
    sourceId: SourceId,
    change: {
      fields: { name: string; external_id: string; metadata: Record<string, Metadata[string] | null> };
      content: undefined;
      url: undefined;
      now: number;
    },
  ): Promise<{ source: SourceRow; entries: HistoryEntry[] }>;
  remove(tx: WorkspaceTransaction, sourceId: SourceId, now: number): Promise<boolean>;
};
