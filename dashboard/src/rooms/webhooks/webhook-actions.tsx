import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { Confirm } from '#shared/components/dialog.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { ShownOnce } from '#shared/components/shown-once.tsx';
import { webhooks as words } from '#shared/strings/webhooks.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WEBHOOKS, type Webhook, type WebhookWithSecret } from './webhook-queries.ts';

type Open = 'edit' | 'disable' | 'rotate' | 'delete';

/** What can be done with a webhook; what takes something away asks first. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<Open>();
  const [secret, setSecret] = useState<string>();
  const close = () => setOpen(undefined);
  const { test, enable, disable, rotate, remove } = useActions(webhook, { close, show: setSecret });
  return (
    <>
      <Button
        disabled={!webhook.enabled}
        title={webhook.enabled ? undefined : words.testNeedsEnabled}
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
        trigger={<Ellipsis aria-hidden className="size-4" />}
        entries={[
          { label: words.edit, choose: () => setOpen('edit') },
          ...(webhook.enabled ? [{ label: words.disable, choose: () => setOpen('disable') }] : []),
          { label: words.rotate, choose: () => setOpen('rotate') },
          { label: words.delete, choose: () => setOpen('delete'), look: 'danger' as const },
        ]}
      />
      {open === 'edit' && <WebhookDialog webhook={webhook} close={close} />}
      <Confirm
        isOpen={open === 'disable'}
        close={close}
        title={words.disableTitle}
        about={words.disableAbout}
        action={words.disable}
        isBusy={disable.isPending}
        confirm={() => disable.mutate()}
      />
      <Confirm
        isOpen={open === 'rotate'}
        close={close}
        title={words.rotateTitle}
        about={words.rotateAbout}
        action={words.rotateAction}
        isBusy={rotate.isPending}
        confirm={() => rotate.mutate()}
      />
      <Confirm
        isOpen={open === 'delete'}
        close={close}
        title={words.deleteTitle}
        about={words.deleteAbout}
        action={words.delete}
        isBusy={remove.isPending}
        confirm={() => remove.mutate()}
      />
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

function useActions({ id }: Webhook, { close, show }: { close: () => void; show: (secret: string) => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const tell = useNotices();
  const path = `${WEBHOOKS}/${id}`;
  const onError = (error: Error) => {
    close();
    tell(error.message, 'bad');
  };
  const done = async (message?: string) => {
    close();
    if (message !== undefined) tell(message);
    await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
  };
  const test = useMutation({
    mutationFn: () => request('POST', `${path}/test`),
    onSuccess: () => done(words.testSent),
    onError,
  });
  const enable = useMutation({
    mutationFn: () => request('PATCH', path, { enabled: true }),
    onSuccess: () => done(words.enabledOf),
    onError,
  });
  const disable = useMutation({
    mutationFn: () => request('PATCH', path, { enabled: false }),
    onSuccess: () => done(words.disabledOf),
    onError,
  });
  const rotate = useMutation({
    mutationFn: () => request<WebhookWithSecret>('POST', `${path}/rotate-secret`),
    onSuccess: async ({ secret }) => {
      show(secret);
      await done();
    },
    onError,
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => request('DELETE', path),
    onSuccess: async () => {
      tell(words.deleted);
      await navigate({ to: '/settings/webhooks' });
      queryClient.removeQueries({ queryKey: ['webhooks', 'one', id] });
      await queryClient.invalidateQueries({ queryKey: ['webhooks', 'list'] });
    },
    onError,
  });
  return { test, enable, disable, rotate, remove };
}
