import { type ReactNode, useContext } from 'react';
import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';
import { closeBy, Dialog, DialogGuard } from './dialog.tsx';
import { Failure } from './page.tsx';

type DialogFormProps = {
  /** On the button that sends it. */
  action: string;
  look?: 'primary' | 'danger';
  isBusy: boolean;
  disabled?: boolean;
  /** What went wrong and is about none of its fields. */
  error: Error | null;
  submit: () => void;
  close: () => void;
  children: ReactNode;
};

/** Fields in a dialog, and the ways back and on. */
export function DialogForm({
  action,
  look = 'primary',
  isBusy,
  disabled = false,
  error,
  submit,
  close,
  children,
}: DialogFormProps) {
  const guard = useContext(DialogGuard);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      {error && <Failure error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={() => closeBy(guard, close)}>{text.common.cancel}</Button>
        <Button type="submit" look={look} isBusy={isBusy} disabled={disabled}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** A dialog that is one form. It is there as long as it is drawn. */
export const FormDialog = ({
  title,
  about,
  ...form
}: DialogFormProps & { title: string; about?: ReactNode }) => (
  <Dialog isOpen close={form.close} title={title} about={about}>
    <DialogForm {...form} />
  </Dialog>
);
