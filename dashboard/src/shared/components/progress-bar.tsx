/** `value`: 0 to 1. */
export const ProgressBar = ({ value, label }: { value: number; label: string }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(value * 100)}
    className="h-1 w-full overflow-hidden rounded-full bg-line"
  >
    <div
      className="h-full bg-accent transition-[width] duration-160"
      style={{ width: `${Math.round(value * 100)}%` }}
    />
  </div>
);
