import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { submit } from '#shared/api/request.ts';
import { useForm } from '#shared/hooks/use-form.ts';
import { text } from '#shared/strings/text.ts';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** Edits the name of the account or workspace. */
export function NameForm({
  path,
  name: present,
  version,
  label,
  hint,
  autoComplete,
  queryKeys,
  children,
}: {
  path: '/v1/account' | '/v1/workspace';
  name: string;
  /** Of what has the name. */
  version?: string;
  label: string;
  hint?: string;
  autoComplete?: string;
  /** The queries to read again after saving. */
  queryKeys: readonly QueryKey[];
  children?: ReactNode;
}) {
  const { values, put, field, form } = useForm({
    initial: { name: present },
    send: ({ name }, submission) =>
      submit<{ name: string }>(submission, 'PATCH', path, { name: name.trim() }),
    said: text.common.saved,
    done: ({ name }): void => put({ name }),
    stale: queryKeys,
    version,
  });
  const isDirty = values.name !== present;
  return (
    <Form className="max-w-md" action={text.common.save} {...form} disabled={!isDirty}>
      <TextField
        label={label}
        hint={hint}
        autoComplete={autoComplete}
        required
        maxLength={LIMITS.nameCharacters}
        {...field('name')}
      />
      {children}
      <UnsavedGuard isDirty={isDirty && !form.isBusy} />
    </Form>
  );
}
