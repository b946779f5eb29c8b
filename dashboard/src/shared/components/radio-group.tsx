import { useId } from 'react';

/** Radio buttons, each with a description. */
export function RadioGroup<Value extends string>({
  label,
  value,
  choose,
  options,
}: {
  label: string;
  value: Value;
  choose: (value: Value) => void;
  options: readonly { value: Value; label: string; about?: string }[];
}) {
  const name = useId();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-8 items-start gap-2 py-0.5">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => choose(option.value)}
            className="mt-0.75 size-4 shrink-0 accent-accent"
          />
          <span className="grid">
            {option.label}
            {option.about && <span className="text-small text-quiet">{option.about}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
