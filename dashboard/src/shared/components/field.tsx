import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, use, useId } from 'react';
import { Problems } from './check-form.ts';

export type FieldProps = {
  label: string;
  /** Its purpose or limits. */
  hint?: ReactNode;
  /** What is wrong with its value. */
  error?: string | undefined;
};

/** The look of whatever takes text. Fingers get more room, and letters that no phone zooms into. */
export const CONTROL =
  'w-full min-h-8 rounded-control border border-field bg-panel px-2.5 py-1 text-body text-ink shadow-control hover:border-strong-line focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad pointer-coarse:min-h-10 pointer-coarse:text-heading [&[readonly]]:bg-sunken disabled:bg-sunken disabled:text-quiet';

/** A label with its control, hint and error. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (ids: ControlIds) => ReactNode }) {
  const id = useId();
  const wrong = use(Problems).get(id) ?? error;
  const described = [hint ? `${id}-hint` : undefined, wrong ? `${id}-error` : undefined]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-body font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': wrong ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-quiet">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-error`} className="text-small text-bad first-letter:uppercase" role="alert">
          {wrong}
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
    {(ids) => <input dir="auto" {...input} {...ids} className={CONTROL} />}
  </Field>
);

export const TextArea = ({
  label,
  hint,
  error,
  ...input
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <textarea dir="auto" rows={4} {...input} {...ids} className={CONTROL} />}
  </Field>
);
