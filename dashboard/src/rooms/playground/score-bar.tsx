import { explain } from '#shared/components/tooltip.ts';

/** A bar with its number. `value`: 0 to 1. */
export const ScoreBar = ({
  label,
  about,
  value,
  isStrong = false,
}: {
  label: string;
  about?: string;
  value: number;
  isStrong?: boolean;
}) => (
  <div
    className="grid grid-cols-[4.5rem_minmax(0,1fr)_2.5rem] items-center gap-2 text-small"
    {...explain(about)}
  >
    <span className={isStrong ? 'font-medium' : 'text-quiet'}>{label}</span>
    <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
      <span
        className={`block h-full ${isStrong ? 'bg-accent' : 'bg-strong-line'}`}
        style={{ width: `${Math.round(Math.min(1, Math.max(0, value)) * 100)}%` }}
      />
    </span>
    <span className={`text-right ${isStrong ? 'font-medium' : 'text-quiet'}`}>{value.toFixed(2)}</span>
  </div>
);
