import type { FastifyRequest } from 'fastify';
import { contextOf } from '#http/context.ts';
import { changedFields } from '#records/audit.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { WebhookRow } from '#storage/tables.ts';

/** Columns whose changes the audit log shows. Never a secret. */
const SHOWN = ['url', 'events', 'description', 'is_enabled'] as const;

/** Adds a request's change to a webhook to the audit log.
 *  before: the row before an update. */
export async function auditWebhook(
  request: FastifyRequest,
  tx: WorkspaceTransaction,
  what: 'created' | 'updated' | 'secret_rotated' | 'deleted',
  { webhook, before }: { webhook: WebhookRow; before?: WebhookRow | undefined },
): Promise<void> {
  const details = before ? changedFields(before, webhook, SHOWN) : { url: webhook.url };
  await contextOf(request).audit(tx, `webhook.${what}`, webhook.webhook_id, details);
}
