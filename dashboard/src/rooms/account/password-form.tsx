import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonsOf, request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { TextField } from '#shared/components/field.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Failure } from '#shared/components/page.tsx';
import { myAccount as words } from '#shared/strings/my-account.ts';
import { sayReason } from './say-reason.ts';

/** A new password for whoever knows the present one. */
export function PasswordForm({ email }: { email: string }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const queryClient = useQueryClient();
  const tell = useNotices();
  const change = useMutation({
    mutationFn: () => request('PATCH', '/v1/account', { password: next, current_password: current }),
    onSuccess: async () => {
      setCurrent('');
      setNext('');
      tell(words.changed);
      await queryClient.invalidateQueries({ queryKey: ['sign-ins'] });
    },
    // Nothing keeps what was typed.
    gcTime: 0,
  });
  const { reasonOf, rest } = reasonsOf(change.error, ['password', 'current_password']);
  return (
    <form
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      {/* For password managers: whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={words.current}
        type="password"
        autoComplete="current-password"
        required
        value={current}
        error={sayReason(reasonOf('current_password'))}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <TextField
        label={words.next}
        hint={words.nextHint}
        type="password"
        autoComplete="new-password"
        required
        value={next}
        error={sayReason(reasonOf('password'))}
        onChange={(event) => setNext(event.target.value)}
      />
      {rest && <Failure error={rest} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" isBusy={change.isPending}>
          {words.change}
        </Button>
        <span className="text-small text-quiet">{words.changeAbout}</span>
      </div>
    </form>
  );
}
