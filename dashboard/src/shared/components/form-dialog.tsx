import { type ReactNode, useContext } from 'react';
import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';
import { closeBy, Dialog, DialogGuard } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';

type DialogFormProps = FormProps & { close: () => void };

/** A form in a dialog, with a way back. */
export function DialogForm({ close, ...form }: DialogFormProps) {
  const guard = useContext(DialogGuard);
  return (
    <Form {...form} beside={<Button onClick={() => closeBy(guard, close)}>{text.common.cancel}</Button>} />
  );
}

/** A dialog that is one form. It is open as long as it is rendered. */
export const FormDialog = ({
  title,
  about,
  ...form
}: DialogFormProps & { title: string; about?: ReactNode }) => (
  <Dialog isOpen close={form.close} title={title} about={about}>
    <DialogForm {...form} />
  </Dialog>
);
