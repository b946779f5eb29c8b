import { Badge } from '#shared/components/badge.tsx';
import { When } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { Webhook } from './webhook-queries.ts';

const words = rooms.webhooks;

export const WebhookStatus = ({ webhook: { enabled, failing_since } }: { webhook: Webhook }) => {
  if (!enabled) return <Badge tone="plain">{words.disabled}</Badge>;
  if (failing_since !== undefined) return <Badge tone="bad">{words.failing}</Badge>;
  return <Badge tone="good">{words.enabled}</Badge>;
};

/** Why deliveries fail, if they do. */
export const WebhookTrouble = ({ webhook: { failing_since, disabled_reason } }: { webhook: Webhook }) => {
  if (disabled_reason !== undefined)
    return (
      <p className="text-bad">
        {words.disabledBy}: {disabled_reason}
      </p>
    );
  if (failing_since === undefined) return null;
  return (
    <p className="text-bad">
      {words.failingSince} <When at={failing_since} />
    </p>
  );
};
