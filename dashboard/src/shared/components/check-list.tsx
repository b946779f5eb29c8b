import type { ReactNode } from 'react';

/** Checkboxes, for a fieldset whose legend names them. */
export const CheckList = <Value extends string>({
  options,
  chosen,
  change,
}: {
  options: readonly { value: Value; label: ReactNode }[];
  chosen: readonly Value[];
  change: (chosen: Value[]) => void;
}) =>
  options.map(({ value, label }) => (
    <label key={value} className="flex min-h-8 items-center gap-2">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={chosen.includes(value)}
        onChange={({ target }) =>
          change(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
        }
      />
      {label}
    </label>
  ));
