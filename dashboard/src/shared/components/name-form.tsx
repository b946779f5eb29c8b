import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '#server/lib/limits.ts';
import { reasonsOf, request } from '#shared/api/request.ts';
import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { useNotices } from './notices.tsx';
import { Failure } from './page.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** The name of what `path` is, and what else there is to say of it. */
export function NameForm({
  path,
  name: present,
  label,
  hint,
  autoComplete,
  queryKeys,
  children,
}: {
  path: '/v1/account' | '/v1/workspace';
  name: string;
  label: string;
  hint?: string;
  autoComplete?: string;
  /** Of what is read again when it is saved. */
  queryKeys: readonly QueryKey[];
  children?: ReactNode;
}) {
  const [name, setName] = useState(present);
  const queryClient = useQueryClient();
  const tell = useNotices();
  const save = useMutation({
    mutationFn: () => request<{ name: string }>('PATCH', path, { name: name.trim() }),
    onSuccess: async (saved) => {
      setName(saved.name);
      tell(text.common.saved);
      await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
  const { reasonOf, rest } = reasonsOf(save.error, ['name']);
  const isDirty = name !== present;
  return (
    <form
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField
        label={label}
        hint={hint}
        autoComplete={autoComplete}
        required
        maxLength={LIMITS.nameCharacters}
        value={name}
        error={reasonOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      {children}
      {rest && <Failure error={rest} />}
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        disabled={!isDirty}
        isBusy={save.isPending}
      >
        {text.common.save}
      </Button>
      <UnsavedGuard isDirty={isDirty && !save.isPending} />
    </form>
  );
}
