import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { API_KEYS, type ApiKey, type KeyScope, type NewApiKey } from '#shared/api/key-queries.ts';
import { submit } from '#shared/api/request.ts';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { RadioGroup } from '#shared/components/radio-group.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { every } from '#shared/every.ts';
import { useForm } from '#shared/hooks/use-form.ts';
import { keys as words } from '#shared/strings/keys.ts';
import { KnowledgeBaseChoice } from './knowledge-base-choice.tsx';

const SCOPES = every<KeyScope>()(['read_only', 'read_write', 'admin']);
const EXPIRIES = ['never', 'days30', 'days90', 'days365', 'date'] as const;
type Expiry = (typeof EXPIRIES)[number];
const DAY_MS = 86_400_000;

/** Creates a key, or a replacement for `replaced`. */
export function CreateKeyDialog({
  replaced,
  close,
  done,
}: {
  replaced: ApiKey | undefined;
  close: () => void;
  done: (key: NewApiKey) => void;
}) {
  // The same moment whenever the form is sent, so that sending it again is the same request.
  const [openedAt] = useState(Date.now);
  const { values, put, field, reasonOf, form } = useForm({
    initial: {
      name: replaced?.name ?? '',
      scope: replaced?.scope ?? ('read_only' as KeyScope),
      expiry: 'never' as Expiry,
      date: '',
      knowledge_base_ids: replaced?.knowledge_base_ids,
    },
    send: ({ name, scope, expiry, date, knowledge_base_ids }, submission) =>
      submit<NewApiKey>(submission, 'POST', API_KEYS, {
        name: name.trim(),
        scope,
        expires_at: endOf(expiry, date, openedAt),
        ...(scope !== 'admin' && { knowledge_base_ids }),
      }),
    others: ['expires_at'],
    done,
    stale: [['keys']],
  });
  const { scope, expiry, knowledge_base_ids: baseIds } = values;
  return (
    <FormDialog
      title={replaced ? words.replaceTitle(replaced.name) : words.createTitle}
      about={replaced ? words.replaceAbout : undefined}
      action={words.create}
      {...form}
      disabled={baseIds?.length === 0}
      close={close}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        required
        maxLength={LIMITS.nameCharacters}
        {...field('name')}
      />
      <RadioGroup
        label={words.scope}
        value={scope}
        choose={(chosen) => put({ scope: chosen })}
        options={SCOPES.map((value) => ({
          value,
          label: words.scopes[value],
          about: words.scopeAbout[value],
        }))}
      />
      <KnowledgeBaseChoice
        ids={baseIds}
        change={(ids) => put({ knowledge_base_ids: ids })}
        isForAdmin={scope === 'admin'}
        error={reasonOf('knowledge_base_ids')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={words.expiry}
          value={expiry}
          options={EXPIRIES.map((value) => ({ value, label: words.expiryChoices[value] }))}
          error={expiry === 'date' ? undefined : reasonOf('expires_at')}
          onChange={(event) => put({ expiry: event.target.value as Expiry })}
        />
        {expiry === 'date' && (
          <TextField
            label={words.expiryDate}
            type="date"
            required
            min={new Date().toISOString().slice(0, 10)}
            max="9999-12-30"
            {...field('date')}
            error={reasonOf('expires_at')}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** When the key expires; a date is its last day in the browser's time zone. */
function endOf(expiry: Expiry, date: string, now: number): string | undefined {
  if (expiry === 'never') return undefined;
  if (expiry === 'date') return new Date(`${date}T23:59:59`).toISOString();
  return new Date(now + Number(expiry.slice('days'.length)) * DAY_MS).toISOString();
}
