import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

export type FieldProps = {
  label: string;
  /** Its purpose or limits. */
  hint?: ReactNode;
  /** What is wrong with its value. */
  error?: string | undefined;
};

const CONTROL =
  'w-full min-h-9 rounded-control border border-strong-line/70 bg-panel px-2.5 py-1.5 text-ink placeholder:text-quiet/80 [&[readonly]]:bg-sunken aria-invalid:border-bad';

/** A label with its control, hint and error. */
function Field({ label, hint, error, children }: FieldProps & { children: (ids: ControlIds) => ReactNode }) {
  const id = useId();
  const described = [hint ? `${id}-hint` : undefined, error ? `${id}-error` : undefined]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} dir="auto" className="text-small text-bad first-letter:uppercase" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type ControlIds = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

export const TextField = ({
  label,
  hint,
  error,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <input {...input} {...ids} className={CONTROL} />}
  </Field>
);

export const TextArea = ({
  label,
  hint,
  error,
  ...input
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <textarea rows={4} {...input} {...ids} className={CONTROL} />}
  </Field>
);

export const SelectField = ({
  label,
  hint,
  error,
  options,
  ...select
}: FieldProps & {
  options: readonly { value: string; label: string }[];
} & SelectHTMLAttributes<HTMLSelectElement>) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => (
      <select {...select} {...ids} className={CONTROL}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);
