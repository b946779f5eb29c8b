import { type ReactNode, useId } from 'react';
import { TextField } from '#shared/components/field.tsx';

type Preset = { label: string; value: string };

/** A number as presets, a slider and a field, which all say the same. An empty value leaves it to the service.
 *  ends: what the slider leads to, from one end to the other. */
export function SliderField({
  label,
  hint,
  error,
  disabled,
  placeholder,
  presets,
  presetsLabel,
  ends,
  max,
  middle,
  value,
  change,
}: {
  label: string;
  hint: ReactNode;
  error: string | undefined;
  disabled: boolean;
  placeholder: string;
  presets: readonly Preset[];
  presetsLabel: string;
  ends: { from: string; to: string; between: string };
  max: number;
  /** Where the slider stands without a value. */
  middle: number;
  value: string;
  change: (value: string) => void;
}) {
  const id = useId();
  const typed = Number(value.trim().replace(',', '.'));
  const position = value.trim() === '' || Number.isNaN(typed) ? middle : Math.min(max, Math.max(0, typed));
  return (
    <div className="grid content-start gap-2">
      <TextField
        label={label}
        hint={hint}
        error={error}
        disabled={disabled}
        inputMode="decimal"
        placeholder={placeholder}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
      <fieldset aria-label={presetsLabel} className="flex flex-wrap gap-1" disabled={disabled}>
        {presets.map((preset) => (
          <button
            key={preset.value}
            type="button"
            aria-pressed={value.trim() === preset.value}
            onClick={() => change(preset.value)}
            className="min-h-7 rounded-full border border-line px-2.5 text-small hover:bg-sunken disabled:text-quiet aria-pressed:border-accent aria-pressed:bg-accent-ground aria-pressed:text-accent-ink pointer-coarse:min-h-9"
          >
            {preset.label}
          </button>
        ))}
      </fieldset>
      <div className="grid gap-0.5">
        <input
          id={id}
          type="range"
          min={0}
          max={max}
          step={0.05}
          disabled={disabled}
          value={position}
          aria-label={ends.between}
          onChange={(event) => change(event.target.value)}
          className="w-full accent-accent disabled:opacity-50"
        />
        <p aria-hidden className="flex justify-between gap-4 text-small text-quiet">
          <span>{ends.from}</span>
          <span>{ends.to}</span>
        </p>
      </div>
    </div>
  );
}
