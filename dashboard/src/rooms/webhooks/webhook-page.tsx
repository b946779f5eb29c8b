import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BackLink } from '#shared/components/back-link.tsx';
import { MadeBy } from '#shared/components/made-by.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { LabelledWhen, When } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { webhookQuery } from './webhook-queries.ts';
import { WebhookStatus, WebhookTrouble } from './webhook-status.tsx';
import { EventBadges } from './webhooks-page.tsx';

const words = rooms.webhooks;

export const WebhookPage = () => (
  <ForAdmins title={words.title}>
    <OneWebhook />
  </ForAdmins>
);

/** A webhook with its deliveries. */
function OneWebhook() {
  const { id } = useParams({ from: '/inside/settings/webhooks/$id' });
  const { data: webhook, isPending, error, refetch } = useQuery(webhookQuery(id));
  return (
    <SettingsPage
      title={webhook?.url ?? words.title}
      actions={webhook && <WebhookActions webhook={webhook} />}
    >
      <BackLink to="/settings/webhooks" label={words.back} />
      {isPending && <Loading />}
      {error && !webhook && <Failure error={error} retry={() => void refetch()} />}
      {webhook && (
        <>
          <div className="grid gap-2">
            {webhook.description && <p className="[overflow-wrap:anywhere]">{webhook.description}</p>}
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-quiet">
              <WebhookStatus webhook={webhook} />
              <EventBadges events={webhook.events} />
              <LabelledWhen label={words.created} at={webhook.created_at}>
                <MadeBy id={webhook.created_by} />
              </LabelledWhen>
              {webhook.previous_secret_until !== undefined && (
                <span>
                  {words.oldSecretUntil} <When at={webhook.previous_secret_until} />
                </span>
              )}
            </div>
            <WebhookTrouble webhook={webhook} />
          </div>
          <Deliveries webhook={webhook} />
        </>
      )}
    </SettingsPage>
  );
}
