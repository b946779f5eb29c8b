import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#server/lib/limits.ts';
import { reasonsOf } from '#shared/api/request.ts';
import { TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useNotices } from './notices.tsx';

/** Asks for the name of something new, or for another one. */
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
  write: (name: string) => Promise<unknown>;
  /** What is said when it is done. */
  written: (name: string) => string;
  /** Of what is read again then. */
  queryKey: QueryKey;
  close: () => void;
}) {
  const [typed, setTyped] = useState(present);
  const name = typed.trim();
  const queryClient = useQueryClient();
  const tell = useNotices();
  const save = useMutation({
    mutationFn: () => write(name),
    onSuccess: async () => {
      tell(written(name));
      close();
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  const { reasonOf, rest } = reasonsOf(save.error, ['name']);
  return (
    <FormDialog
      title={title}
      about={about}
      action={action}
      isBusy={save.isPending}
      error={rest}
      submit={() => save.mutate()}
      close={close}
    >
      <TextField
        label={label}
        required
        maxLength={LIMITS.nameCharacters}
        value={typed}
        error={reasonOf('name')}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
