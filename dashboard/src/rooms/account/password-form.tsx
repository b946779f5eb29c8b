import { LIMITS } from '#server/isomorphic/limits.ts';
import { request } from '#shared/api/request.ts';
import { TextField } from '#shared/components/field.tsx';
import { Form } from '#shared/components/form.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { myAccount as words } from '#shared/strings/my-account.ts';
import { sayReason } from './say-reason.ts';

/** Changes the password, given the current one. */
export function PasswordForm({ email }: { email: string }) {
  const { put, field, reasonOf, form } = useForm({
    initial: { current_password: '', password: '' },
    send: (passwords) => request('PATCH', '/v1/account', passwords),
    said: words.changed,
    done: (): void => put({ current_password: '', password: '' }),
    stale: [['sign-ins']],
  });
  return (
    <Form
      className="max-w-md"
      action={words.change}
      note={<span className="text-small text-quiet">{words.changeAbout}</span>}
      {...form}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={words.current}
        type="password"
        autoComplete="current-password"
        required
        {...field('current_password')}
        error={sayReason(reasonOf('current_password'))}
      />
      <TextField
        label={words.next}
        hint={words.nextHint}
        type="password"
        autoComplete="new-password"
        required
        minLength={LIMITS.passwordMinCharacters}
        {...field('password')}
        error={sayReason(reasonOf('password'))}
      />
    </Form>
  );
}
