/** A choice in a row of filters: what it filters by stands in its first option. */
export const FilterSelect = ({
  label,
  value,
  options,
  choose,
}: {
  label: string;
  value: string | undefined;
  /** The first is no filter, its value is "". */
  options: readonly { value: string; label: string }[];
  choose: (value: string | undefined) => void;
}) => (
  <select
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => choose(event.target.value || undefined)}
    className={`min-h-9 w-full min-w-0 rounded-control border bg-panel px-2 text-ellipsis sm:w-auto sm:max-w-44 ${value === undefined ? 'border-strong-line/70' : 'border-accent font-medium text-accent-ink'}`}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);
