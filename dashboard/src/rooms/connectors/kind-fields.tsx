import { TextArea, TextField } from '#shared/components/field.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { optionsOf } from '#shared/options-of.ts';
import type { Values } from './form-values.ts';
import type { FieldOf } from './kinds.ts';

/** The fields of a kind. prefix: where the API has them. */
export const KindFields = ({
  prefix,
  fields,
  values,
  put,
  reasonOf,
}: {
  prefix: 'settings' | 'credentials';
  fields: readonly FieldOf[];
  values: Values;
  put: (changes: Values) => void;
  reasonOf: (field: string) => string | undefined;
}) =>
  fields.map((field) => {
    const name = `${prefix}.${field.name}`;
    return (
      <KindField
        key={name}
        field={field}
        value={values[name] ?? ''}
        error={reasonOf(name)}
        change={(value) => put({ [name]: value })}
      />
    );
  });

function KindField({
  field,
  value,
  error,
  change,
}: {
  field: FieldOf;
  value: string;
  error: string | undefined;
  change: (value: string) => void;
}) {
  const { label, hint, required } = field;
  const shared = {
    label,
    hint,
    error,
    value,
    required,
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  };
  switch (field.type) {
    case 'lines':
      return <TextArea {...shared} rows={field.required ? 2 : 3} dir="ltr" />;
    case 'secret-text':
      return <TextArea {...shared} rows={4} dir="ltr" autoComplete="off" spellCheck={false} />;
    case 'choice':
      return <SelectField {...shared} options={optionsOf(field.options)} />;
    case 'check':
      return <CheckField field={field} value={value} error={error} change={change} />;
    case 'number':
      return (
        <TextField {...shared} type="number" min={field.min} max={field.max} step={1} required dir="ltr" />
      );
    case 'secret':
      return <TextField {...shared} type="password" autoComplete="new-password" dir="ltr" />;
    case 'date':
      return <TextField {...shared} type="date" dir="ltr" />;
    default:
      return <TextField {...shared} dir="ltr" {...(field.type === 'url' && { inputMode: 'url' as const })} />;
  }
}

const CheckField = ({
  field: { label, hint },
  value,
  error,
  change,
}: {
  field: FieldOf;
  value: string;
  error: string | undefined;
  change: (value: string) => void;
}) => (
  <div className="grid gap-0.5">
    <label className="flex min-h-8 items-center gap-2">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={value === 'true'}
        onChange={({ target }) => change(String(target.checked))}
      />
      {label}
    </label>
    {(error ?? hint) && (
      <p className={`ps-6 text-small ${error ? 'text-bad' : 'text-quiet'}`}>{error ?? hint}</p>
    )}
  </div>
);
