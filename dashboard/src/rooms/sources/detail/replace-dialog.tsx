import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorOf, reasonsOf, request } from '#shared/api/request.ts';
import { Dialog } from '#shared/components/dialog.tsx';
import { SelectField, TextArea, TextField } from '#shared/components/field.tsx';
import { DialogForm } from '#shared/components/form-dialog.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { UrlField, withScheme } from '#shared/components/url-field.tsx';
import type { Source } from '#shared/sources/source.ts';
import { applyChanges } from '#shared/sources/source-changes.ts';
import { SOURCES } from '#shared/sources/source-queries.ts';
import { sources as words } from '#shared/strings/sources.ts';

/** Gives a source other content: another file, address or text. */
export const ReplaceDialog = ({ source, close }: { source: Source; close: () => void }) => (
  <Dialog isOpen close={close} title={words.replacing.title[source.type]} about={words.replacing.about}>
    {source.type === 'document' && <FileForm source={source} close={close} />}
    {source.type === 'url' && <AddressForm source={source} close={close} />}
    {source.type === 'text' && <TextLoader source={source} close={close} />}
  </Dialog>
);

type FormProps = { source: Source; close: () => void };

function useReplace({ source, close }: FormProps) {
  const queryClient = useQueryClient();
  const tell = useNotices();
  return useMutation({
    mutationFn: (change: FormData | Record<string, unknown>) =>
      request<Source>('PATCH', `${SOURCES}/${source.id}`, change),
    onSuccess: (changed) => {
      applyChanges(queryClient, new Map([[changed.id, changed]]));
      tell(words.replacing.done);
      close();
    },
  });
}

function FileForm({ source, close }: FormProps) {
  const [file, setFile] = useState<File>();
  const replace = useReplace({ source, close });
  const { reasonOf, rest } = reasonsOf(replace.error, ['file']);
  return (
    <DialogForm
      action={words.replacing.action[source.type]}
      isBusy={replace.isPending}
      error={rest}
      submit={() => {
        if (!file) return;
        const form = new FormData();
        form.append('file', file);
        replace.mutate(form);
      }}
      close={close}
    >
      <TextField
        label={words.replacing.file}
        type="file"
        required
        error={reasonOf('file')}
        onChange={(event) => setFile(event.target.files?.[0])}
      />
    </DialogForm>
  );
}

function AddressForm({ source, close }: FormProps) {
  const [url, setUrl] = useState(source.url ?? '');
  const [hours, setHours] = useState(String(source.refresh_interval_hours ?? ''));
  const replace = useReplace({ source, close });
  const { reasonOf, rest } = reasonsOf(replace.error, ['url', 'refresh_interval_hours']);
  const isUsual = words.adding.refreshes.some(({ value }) => value === hours);
  return (
    <DialogForm
      action={words.replacing.action[source.type]}
      isBusy={replace.isPending}
      error={rest}
      submit={() => {
        const address = withScheme(url);
        replace.mutate({
          ...(address !== source.url && { url: address }),
          refresh_interval_hours: hours === '' ? null : Number(hours),
        });
      }}
      close={close}
    >
      <UrlField label={words.adding.url} value={url} error={reasonOf('url')} change={setUrl} />
      <SelectField
        label={words.adding.refresh}
        value={hours}
        error={reasonOf('refresh_interval_hours')}
        options={
          isUsual
            ? words.adding.refreshes
            : [...words.adding.refreshes, { value: hours, label: words.adding.everyHours(Number(hours)) }]
        }
        onChange={(event) => setHours(event.target.value)}
      />
    </DialogForm>
  );
}

/** The text as it was sent: what was extracted of it may be tidier. */
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
  });
  if (original.isPending) return <Loading lines={6} />;
  if (original.error) return <Failure error={original.error} retry={() => void original.refetch()} />;
  return <TextForm source={source} close={close} original={original.data} />;
}

function TextForm({ source, close, original }: FormProps & { original: string }) {
  const [content, setContent] = useState(original);
  const replace = useReplace({ source, close });
  const { reasonOf, rest } = reasonsOf(replace.error, ['content']);
  return (
    <DialogForm
      action={words.replacing.action[source.type]}
      isBusy={replace.isPending}
      error={rest}
      submit={() => replace.mutate({ content })}
      close={close}
    >
      <TextArea
        label={words.adding.content}
        hint={words.adding.contentHint(content.length)}
        required
        rows={12}
        value={content}
        error={reasonOf('content')}
        onChange={(event) => setContent(event.target.value)}
      />
      <UnsavedGuard isDirty={content !== original && !replace.isPending && !replace.isSuccess} />
    </DialogForm>
  );
}
