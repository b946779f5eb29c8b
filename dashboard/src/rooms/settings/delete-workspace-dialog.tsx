import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request, withQuery } from '#shared/api/request.ts';
import { storedName } from '#shared/api/shown-names.ts';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { settings } from '#shared/strings/settings.ts';

const words = settings.workspace;

/** Only whoever types the name of the workspace deletes it. */
export function DeleteWorkspaceDialog({
  workspace: { id, name },
  close,
}: {
  workspace: { id: string; name: string };
  close: () => void;
}) {
  const [typed, setTyped] = useState('');
  const queryClient = useQueryClient();
  const tell = useNotices();
  const remove = useMutation({
    mutationFn: () => request('DELETE', withQuery(`/v1/workspaces/${id}`, { name: storedName(typed) })),
    onSuccess: async () => {
      tell(words.deleted(name));
      close();
      await queryClient.invalidateQueries({ queryKey: ['account'] });
    },
  });
  return (
    <FormDialog
      title={words.deleteTitle(name)}
      about={words.deleteAbout}
      action={words.deleteAction}
      look="danger"
      isBusy={remove.isPending}
      disabled={typed !== name}
      error={remove.error}
      submit={() => remove.mutate()}
      close={close}
    >
      <TextField
        label={words.deleteConfirm(name)}
        required
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
