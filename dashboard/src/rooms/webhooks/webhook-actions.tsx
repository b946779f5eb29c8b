import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { request, submit } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { ShownOnce } from '#shared/components/shown-once.tsx';
import { useSave } from '#shared/hooks/use-save.ts';
import { webhooks as words } from '#shared/strings/webhooks.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WEBHOOKS, type Webhook, type WebhookWithSecret } from './webhook-queries.ts';

type Open = 'edit' | 'disable' | 'rotate' | 'delete';

/** The actions for a webhook; destructive ones ask first. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<Open>();
  const [secret, setSecret] = useState<string>();
  const close = () => setOpen(undefined);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const path = `${WEBHOOKS}/${webhook.id}`;
  const stale = [['webhooks']];
  const test = useSave(() => request('POST', `${path}/test`), {
    said: words.testSent,
    stale,
    tellsErrors: true,
  });
  const enable = useSave(() => request('PATCH', path, { enabled: true }), {
    said: words.enabledOf,
    stale,
    tellsErrors: true,
  });
  return (
    <>
      <Button
        disabled={!webhook.enabled}
        about={webhook.enabled ? undefined : words.testNeedsEnabled}
        isBusy={test.isPending}
        onClick={() => test.mutate()}
      >
        {words.test}
      </Button>
      {!webhook.enabled && (
        <Button look="primary" isBusy={enable.isPending} onClick={() => enable.mutate()}>
          {words.enable}
        </Button>
      )}
      <Menu
        label={words.actions}
        entries={[
          { label: words.edit, choose: () => setOpen('edit') },
          ...(webhook.enabled ? [{ label: words.disable, choose: () => setOpen('disable') }] : []),
          { label: words.rotate, choose: () => setOpen('rotate') },
          { label: words.delete, choose: () => setOpen('delete'), look: 'danger' as const },
        ]}
      />
      {open === 'edit' && <WebhookDialog webhook={webhook} close={close} />}
      {open === 'disable' && (
        <ConfirmDialog
          title={words.disableTitle}
          about={words.disableAbout}
          action={words.disable}
          send={() => request('PATCH', path, { enabled: false })}
          said={words.disabledOf}
          stale={stale}
          close={close}
        />
      )}
      {open === 'rotate' && (
        <ConfirmDialog
          title={words.rotateTitle}
          about={words.rotateAbout}
          action={words.rotateAction}
          send={(submission) => submit<WebhookWithSecret>(submission, 'POST', `${path}/rotate-secret`)}
          done={(rotated) => setSecret(rotated.secret)}
          stale={stale}
          close={close}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={words.deleteTitle}
          about={words.deleteAbout}
          action={words.delete}
          send={() => request('DELETE', path)}
          said={words.deleted}
          done={async () => {
            await navigate({ to: '/settings/webhooks' });
            queryClient.removeQueries({ queryKey: ['webhooks', 'one', webhook.id] });
          }}
          stale={[['webhooks', 'list']]}
          close={close}
        />
      )}
      {secret !== undefined && (
        <ShownOnce
          title={words.rotatedTitle}
          label={words.secretLabel}
          secret={secret}
          close={() => setSecret(undefined)}
        />
      )}
    </>
  );
}
