import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonsOf, request, withQuery } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { useNotices } from '../components/notices.tsx';
import { Failure } from '../components/page.tsx';
import { settings } from '../strings/settings.ts';
import { text } from '../strings.ts';

const words = settings.workspace;

export function CreateWorkspaceDialog({ close }: { close: () => void }) {
  const [name, setName] = useState('');
  const queryClient = useQueryClient();
  const tell = useNotices();
  const create = useMutation({
    mutationFn: () => request('POST', '/v1/workspaces', { name: name.trim() }),
    onSuccess: async () => {
      tell(words.createdOf(name.trim()));
      close();
      await queryClient.invalidateQueries({ queryKey: ['account'] });
    },
  });
  const { reasonOf, rest } = reasonsOf(create.error, ['name']);
  return (
    <Dialog isOpen close={close} title={words.create} about={words.createAbout}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <TextField
          label={words.name}
          required
          maxLength={200}
          value={name}
          error={reasonOf('name')}
          onChange={(event) => setName(event.target.value)}
        />
        {rest && <Failure error={rest} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{text.common.cancel}</Button>
          <Button type="submit" look="primary" isBusy={create.isPending}>
            {text.common.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

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
    mutationFn: () => request('DELETE', withQuery(`/v1/workspaces/${id}`, { name: typed })),
    onSuccess: async () => {
      tell(words.deleted(name));
      close();
      await queryClient.invalidateQueries({ queryKey: ['account'] });
    },
  });
  return (
    <Dialog isOpen close={close} title={words.deleteTitle(name)} about={words.deleteAbout}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          remove.mutate();
        }}
      >
        <TextField
          label={words.deleteConfirm(name)}
          required
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {remove.error && <Failure error={remove.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{text.common.cancel}</Button>
          <Button type="submit" look="danger" disabled={typed !== name} isBusy={remove.isPending}>
            {words.deleteAction}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
