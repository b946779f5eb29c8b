import { request, withQuery } from '#shared/api/request.ts';
import { storedName } from '#shared/api/shown-names.ts';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { rooms } from '#shared/strings/rooms.ts';

const { settings } = rooms;

const words = settings.workspace;

/** Deletes a workspace after its name is typed. */
export function DeleteWorkspaceDialog({
  workspace: { id, name },
  close,
}: {
  workspace: { id: string; name: string };
  close: () => void;
}) {
  const { values, field, form } = useForm({
    initial: { name: '' },
    send: (typed) => request('DELETE', withQuery(`/v1/workspaces/${id}`, { name: storedName(typed.name) })),
    said: words.deleted({ name }),
    done: close,
    stale: [['account']],
  });
  return (
    <FormDialog
      title={words.deleteTitle({ name })}
      about={words.deleteAbout}
      action={words.deleteAction}
      look="danger"
      {...form}
      disabled={values.name !== name}
      close={close}
    >
      <TextField label={words.deleteConfirm({ name })} required autoComplete="off" {...field('name')} />
    </FormDialog>
  );
}
