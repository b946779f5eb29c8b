/** A select in a row of filters. Its first option names the filter. */
export const FilterSelect = ({
  label,
  value,
  options,
  choose,
}: {
  label: string;
  value: string | undefined;
  /** If the first option means no filter, its value is "", and any other choice is highlighted. */
  options: readonly { value: string; label: string }[];
  choose: (value: string | undefined) => void;
}) => (
  <select
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => choose(event.target.value || undefined)}
    className={`min-h-9 w-full min-w-0 rounded-control border bg-panel px-2 text-ellipsis sm:w-auto sm:max-w-44 ${value !== undefined && options[0]?.value === '' ? 'border-accent font-medium text-accent-ink' : 'border-strong-line/70'}`}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);
