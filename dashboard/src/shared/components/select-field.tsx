import { Suspense } from 'react';
import { lazyPart } from '#shared/lazy-part.ts';
import { CONTROL, Field, type FieldProps } from './field.tsx';
import type { Option } from './option.ts';

// Radix Select is a fifth of what the first page may load, and that page has no list.
const Select = lazyPart(() => import('./select.tsx'), 'Select');

const LOOK = `${CONTROL} flex items-center justify-between gap-2 text-start`;

/** `onChange` is called as a native field calls it, so that what `useForm` gives for a field fits. */
export const SelectField = ({
  label,
  hint,
  error,
  options,
  value,
  disabled,
  onChange,
}: FieldProps & {
  options: readonly Option[];
  value: string;
  disabled?: boolean;
  onChange: (event: { target: { value: string } }) => void;
}) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => (
      <Suspense
        fallback={<div className={LOOK}>{options.find((option) => option.value === value)?.label}</div>}
      >
        <Select
          {...ids}
          value={value}
          options={options}
          disabled={disabled}
          choose={(chosen) => onChange({ target: { value: chosen } })}
          className={LOOK}
        />
      </Suspense>
    )}
  </Field>
);
