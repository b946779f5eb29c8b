import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonsOf, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { useNotices } from '../components/notices.tsx';
import { Failure } from '../components/page.tsx';
import { keys as words } from '../strings/keys.ts';
import { text } from '../strings.ts';
import { API_KEYS, type ApiKey } from './key-queries.ts';

export function RenameKeyDialog({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const [name, setName] = useState(apiKey.name);
  const queryClient = useQueryClient();
  const tell = useNotices();
  const rename = useMutation({
    mutationFn: () => request<ApiKey>('PATCH', `${API_KEYS}/${apiKey.id}`, { name: name.trim() }),
    onSuccess: async () => {
      tell(text.common.saved);
      close();
      await queryClient.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const { reasonOf, rest } = reasonsOf(rename.error, ['name']);
  return (
    <Dialog isOpen close={close} title={words.renameTitle(apiKey.name)}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate();
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
          <Button type="submit" look="primary" isBusy={rename.isPending}>
            {text.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
