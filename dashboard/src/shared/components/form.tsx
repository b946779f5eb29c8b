import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { lazyPart } from '#shared/lazy-part.ts';
import { Button } from './button.tsx';
import { Problems, useCheckedForm } from './check-form.ts';
import type { Conflict } from './conflict.ts';
import { Failure } from './page.tsx';

const ChangedSince = lazyPart(() => import('./changed-since.tsx'), 'ChangedSince');

export type FormProps = Omit<ComponentProps<'form'>, 'action' | 'onSubmit'> & {
  submit: () => void;
  /** An error that is about none of the fields. */
  error: Error | null;
  /** Someone else has changed the same thing. */
  conflict?: Conflict | undefined;
  /** The submit button's label. */
  action: string;
  look?: 'primary' | 'danger';
  isBusy: boolean;
  disabled?: boolean;
  /** Buttons before the submit button; with them, the row is right-aligned. */
  beside?: ReactNode;
  /** Text after the button. */
  note?: ReactNode;
  isAtEnd?: boolean;
};

/** Fields, what went wrong, and the button that sends them once the fields are right. */
export function Form({
  submit,
  error,
  conflict,
  action,
  look = 'primary',
  isBusy,
  disabled = false,
  beside,
  note,
  isAtEnd = beside !== undefined,
  className = '',
  children,
  ...form
}: FormProps) {
  const checked = useCheckedForm(submit);
  return (
    <form {...form} {...checked.form} className={`grid gap-4 ${className}`}>
      <Problems value={checked.problems}>{children}</Problems>
      {error && <Failure error={error} />}
      {conflict && (
        <Suspense>
          <ChangedSince conflict={conflict} isBusy={isBusy} />
        </Suspense>
      )}
      <div className={`flex flex-wrap items-center gap-2 ${isAtEnd ? 'justify-end' : ''}`}>
        {beside}
        <Button type="submit" look={look} isBusy={isBusy} disabled={disabled}>
          {action}
        </Button>
        {note}
      </div>
    </form>
  );
}
