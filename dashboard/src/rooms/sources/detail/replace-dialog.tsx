import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorOf, submit } from '#shared/api/request.ts';
import type { Submission } from '#shared/api/submission.ts';
import { Dialog } from '#shared/components/dialog.tsx';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { DialogForm } from '#shared/components/form-dialog.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { UrlField, withScheme } from '#shared/components/url-field.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { applyChanges } from '#shared/sources/apply-changes.ts';
import type { Source } from '#shared/sources/source.ts';
import { SOURCES, sourceQuery } from '#shared/sources/source-queries.ts';
import { refreshOf } from '#shared/sources/use-add-source.ts';
import { addSources } from '#shared/strings/add-sources.ts';
import { sources as words } from '#shared/strings/sources.ts';

/** Replaces the content of a source: file, URL or text. */
export const ReplaceDialog = ({ source, close }: { source: Source; close: () => void }) => (
  <Dialog isOpen close={close} title={words.replacing.title[source.type]} about={words.replacing.about}>
    {source.type === 'document' && <FileForm source={source} close={close} />}
    {source.type === 'url' && <UrlForm source={source} close={close} />}
    {source.type === 'text' && <TextLoader source={source} close={close} />}
  </Dialog>
);

type FormProps = { source: Source; close: () => void };

/** The request of each form, and what follows. */
function useReplace({ source, close }: FormProps) {
  const queryClient = useQueryClient();
  return {
    replace: (change: FormData | Record<string, unknown>, submission: Submission) =>
      submit<Source>(submission, 'PATCH', `${SOURCES}/${source.id}`, change),
    options: {
      said: words.replacing.done,
      done: (changed: Source) => {
        applyChanges(queryClient, new Map([[changed.id, changed]]));
        close();
      },
      stale: [sourceQuery(source.id).queryKey],
      version: source.updated_at,
    },
  };
}

function FileForm({ source, close }: FormProps) {
  const { replace, options } = useReplace({ source, close });
  const { put, reasonOf, form } = useForm({
    initial: { file: undefined as File | undefined },
    send: ({ file }, submission) => {
      const body = new FormData();
      if (file) body.append('file', file);
      return replace(body, submission);
    },
    ...options,
  });
  return (
    <DialogForm action={words.replacing.action[source.type]} {...form} close={close}>
      <TextField
        label={words.replacing.file}
        type="file"
        required
        error={reasonOf('file')}
        onChange={(event) => put({ file: event.target.files?.[0] })}
      />
    </DialogForm>
  );
}

function UrlForm({ source, close }: FormProps) {
  const { replace, options } = useReplace({ source, close });
  const { values, field, form } = useForm({
    initial: {
      url: source.url ?? '',
      refresh_interval_hours: String(source.refresh_interval_hours ?? ''),
    },
    send: (typed, submission) => {
      const url = withScheme(typed.url);
      return replace(
        {
          ...(url !== source.url && { url }),
          refresh_interval_hours: null,
          ...refreshOf(typed),
        },
        submission,
      );
    },
    ...options,
  });
  const hours = values.refresh_interval_hours;
  const isUsual = addSources.adding.refreshes.some(({ value }) => value === hours);
  return (
    <DialogForm action={words.replacing.action[source.type]} {...form} close={close}>
      <UrlField label={addSources.adding.url} {...field('url')} />
      <SelectField
        label={addSources.adding.refresh}
        options={
          isUsual
            ? addSources.adding.refreshes
            : [
                ...addSources.adding.refreshes,
                { value: hours, label: addSources.adding.everyHours(Number(hours)) },
              ]
        }
        {...field('refresh_interval_hours')}
      />
    </DialogForm>
  );
}

/** Loads the text as it was sent, which may differ from the extracted text. */
function TextLoader({ source, close }: FormProps) {
  const original = useQuery({
    queryKey: ['sources', 'original', source.id, source.content_sha256],
    queryFn: async ({ signal }) => {
      const response = await fetch(`${SOURCES}/${source.id}/file`, { signal });
      if (!response.ok) throw await errorOf(response);
      return await response.text();
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Keeps what was typed while another version loads.
    placeholderData: keepPreviousData,
  });
  // That of the shown text, while the text of a newer version is loaded.
  const [version, setVersion] = useState(source.updated_at);
  if (!original.isPlaceholderData && version !== source.updated_at) setVersion(source.updated_at);
  if (original.isPending) return <Loading lines={6} />;
  if (original.error) return <Failure error={original.error} retry={() => void original.refetch()} />;
  return <TextForm source={{ ...source, updated_at: version }} close={close} original={original.data} />;
}

function TextForm({ source, close, original }: FormProps & { original: string }) {
  const { replace, options } = useReplace({ source, close });
  const { values, field, form, isUnsaved } = useForm({
    initial: { content: original },
    send: replace,
    ...options,
  });
  return (
    <DialogForm action={words.replacing.action[source.type]} {...form} close={close}>
      <TextArea
        label={addSources.adding.content}
        hint={addSources.adding.contentHint(values.content.length)}
        required
        rows={12}
        {...field('content')}
      />
      <UnsavedGuard isDirty={isUnsaved} />
    </DialogForm>
  );
}
