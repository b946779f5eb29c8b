import type { FastifyRequest } from 'fastify';
import { contextOf } from '#http/context.ts';
import { changedFields, recordAudit } from '#records/audit.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { WebhookRow } from '#storage/tables.ts';

/** The columns whose changes the audit log shows: never a secret. */
const SHOWN = ['url', 'events', 'description', 'is_enabled'] as const;

/** Notes what a request did to a webhook. `before`: how it was, when it was changed. */
export async function auditWebhook(
  request: FastifyRequest,
  tx: WorkspaceTransaction,
  what: 'created' | 'updated' | 'secret_rotated' | 'deleted',
  { webhook, before, now }: { webhook: WebhookRow; before?: WebhookRow | undefined; now: number },
): Promise<void> {
  await recordAudit(tx, {
    actor: contextOf(request).principal.actor,
    action: `webhook.${what}`,
    subjectId: webhook.webhook_id,
    details: before ? changedFields(before, webhook, SHOWN) : { url: webhook.url },
    now,
  });
}
