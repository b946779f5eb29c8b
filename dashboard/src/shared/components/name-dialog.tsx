import type { QueryKey } from '@tanstack/react-query';
import { LIMITS } from '#server/isomorphic/limits.ts';
import type { Submission } from '#shared/api/submission.ts';
import { useForm } from '#shared/hooks/use-form.ts';
import { TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

/** Asks for a name, for something new or a rename. */
export function NameDialog({
  title,
  about,
  label,
  name: present = '',
  action,
  write,
  written,
  queryKey,
  close,
}: {
  title: string;
  about?: string;
  label: string;
  name?: string;
  action: string;
  write: (name: string, submission: Submission) => Promise<unknown>;
  /** The notice when it is done. */
  written: (name: string) => string;
  /** The query to read again. */
  queryKey: QueryKey;
  close: () => void;
}) {
  const { field, form } = useForm({
    initial: { name: present },
    send: async ({ name }, submission) => {
      await write(name.trim(), submission);
      return name.trim();
    },
    said: written,
    done: close,
    stale: [queryKey],
  });
  return (
    <FormDialog title={title} about={about} action={action} {...form} close={close}>
      <TextField label={label} required maxLength={LIMITS.nameCharacters} {...field('name')} />
    </FormDialog>
  );
}
