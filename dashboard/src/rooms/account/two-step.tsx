import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { request } from '#shared/api/request.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { ShownOnce } from '#shared/components/shown-once.tsx';
import { When } from '#shared/components/when.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { useForm } from '#shared/hooks/use-form.ts';
import { lazyPart } from '#shared/lazy-part.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { sayReason } from './say-reason.ts';
import { secondFactorQuery } from './second-factor-query.ts';
import type { NewTotp } from './two-step-set-up.tsx';

const words = rooms.myAccount;

const TOTP = '/v1/account/second-factor/totp';

const TwoStepSetUp = lazyPart(() => import('./two-step-set-up.tsx'), 'TwoStepSetUp');

type Codes = { recovery_codes: string[] };

/** Turns two-step sign-in on and off, and renews recovery codes. */
export function TwoStep() {
  const { has_password } = useAccount();
  const { data, isPending, error, refetch } = useQuery(secondFactorQuery);
  const [asked, setAsked] = useState<'renew' | 'turn-off'>();
  const close = (): void => setAsked(undefined);
  const [codes, setCodes] = useState<string[]>();
  const queryClient = useQueryClient();
  const tell = useNotices();
  const begin = useMutation({
    mutationFn: () => request<NewTotp>('POST', TOTP),
    onError: (failure) => tell(failure.message, 'bad'),
    gcTime: 0,
  });
  const show = async ({ recovery_codes }: Codes): Promise<void> => {
    begin.reset();
    setCodes(recovery_codes);
    await queryClient.invalidateQueries(secondFactorQuery);
  };
  const since = data?.totp_enabled_at;
  return (
    <Panel
      title={words.twoStep}
      actions={
        has_password &&
        data && <Badge tone={since ? 'good' : 'warning'}>{since ? words.on : words.off}</Badge>
      }
    >
      {isPending && <Loading lines={2} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!has_password && data && <p>{words.twoStepByProvider}</p>}
      {has_password && data && (
        <div className="grid justify-items-start gap-4">
          {since ? (
            <div className="grid gap-1">
              <p>{words.twoStepOn}</p>
              <p className="text-quiet">
                {words.turnedOn} <When at={since} />
              </p>
              <p className="text-quiet">{words.codesLeft({ left: data.recovery_codes_left })}</p>
            </div>
          ) : (
            <p className="max-w-prose">{words.twoStepOff}</p>
          )}
          <div className="flex flex-wrap gap-2">
            {since ? (
              <>
                <Button onClick={() => setAsked('renew')}>{words.newCodes}</Button>
                <Button look="danger" onClick={() => setAsked('turn-off')}>
                  {words.turnOff}
                </Button>
              </>
            ) : (
              <Button look="primary" isBusy={begin.isPending} onClick={() => begin.mutate()}>
                {words.turnOn}
              </Button>
            )}
          </div>
        </div>
      )}
      {begin.data && (
        <Suspense>
          <TwoStepSetUp totp={begin.data} done={show} close={begin.reset} />
        </Suspense>
      )}
      {codes && (
        <ShownOnce
          title={words.codesTitle}
          label={words.codesLabel}
          secret={codes.join('\n')}
          warning={words.codesWarning}
          done={words.codesSaved}
          close={() => setCodes(undefined)}
        />
      )}
      {asked === 'renew' && (
        <ConfirmDialog
          title={words.newCodesTitle}
          about={words.newCodesAbout}
          action={words.newCodesAction}
          send={() => request<Codes>('POST', '/v1/account/second-factor/recovery-codes')}
          done={show}
          close={close}
        />
      )}
      {asked === 'turn-off' && <TurnOffDialog close={close} />}
    </Panel>
  );
}

function TurnOffDialog({ close }: { close: () => void }) {
  const { field, reasonOf, form } = useForm({
    initial: { password: '' },
    send: (body) => request('DELETE', TOTP, body),
    said: words.turnedOff,
    done: close,
    stale: [secondFactorQuery.queryKey],
  });
  return (
    <FormDialog
      title={words.turnOffTitle}
      about={words.turnOffAbout}
      action={words.turnOff}
      look="danger"
      {...form}
      close={close}
    >
      <TextField
        label={words.current}
        type="password"
        autoComplete="current-password"
        required
        {...field('password')}
        error={sayReason(reasonOf('password'))}
      />
    </FormDialog>
  );
}
