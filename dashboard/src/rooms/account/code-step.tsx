import type { ReactNode } from 'react';
import { ApiError } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { TextField } from '#shared/components/field.tsx';
import { Failure } from '#shared/components/page.tsx';
import { text } from '#shared/strings/text.ts';
import { FrontPage } from './front-page.tsx';
import { sayReason } from './say-reason.ts';

const words = text.account.signIn;

/** The reason for the code field; undefined if the service asks for no code. */
export const reasonOfCode = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.status === 401
    ? error.details.find(({ field }) => field === 'code')?.reason
    : undefined;

/** True if the password was right and a code is needed. */
export const asksForCode = (error: Error | null): boolean => reasonOfCode(error) !== undefined;

/** The second step of a sign-in by password. */
export const CodeStep = ({
  code,
  setCode,
  error,
  isBusy,
  submit,
  back,
  other,
}: {
  code: string;
  setCode: (code: string) => void;
  error: Error | null;
  isBusy: boolean;
  submit: () => void;
  back: () => void;
  /** Another way to sign in. */
  other?: ReactNode;
}) => (
  <FrontPage title={words.codeTitle} about={words.codeAbout} submit={submit}>
    <TextField
      label={words.code}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      required
      value={code}
      error={sayReason(reasonOfCode(error))}
      onChange={(event) => setCode(event.target.value)}
    />
    {error && !asksForCode(error) && <Failure error={error} />}
    <Button type="submit" look="primary" isBusy={isBusy}>
      {words.action}
    </Button>
    {other}
    <Button onClick={back}>{words.back}</Button>
  </FrontPage>
);
