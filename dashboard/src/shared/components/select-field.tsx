import { CONTROL, Field, type FieldProps } from './field.tsx';
import { type Option, Select } from './select.tsx';

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
      <Select
        {...ids}
        value={value}
        options={options}
        disabled={disabled}
        choose={(chosen) => onChange({ target: { value: chosen } })}
        className={`${CONTROL} flex items-center justify-between gap-2 text-start`}
      />
    )}
  </Field>
);
