const WIDTH = 100;
const HEIGHT = 28;
/** Room for the line's own width. */
const EDGE = 2;

/** The course of a number by day, without axes: the number itself stands above it, and the charts have the days. */
export function Sparkline({ values }: { values: readonly (number | undefined)[] }) {
  const known = values.filter((value) => value !== undefined);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number): number => (WIDTH * index) / Math.max(1, values.length - 1);
  // What never changes runs along the middle.
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : EDGE + (HEIGHT - 2 * EDGE) * (1 - (value - low) / (high - low));
  const points = values.flatMap((value, index) =>
    value === undefined ? [] : [[x(index), y(value)] as const],
  );
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return <div className="h-7" />;
  const line = points.map(([px, py]) => `${px},${py}`).join('L');
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-7 w-full"
    >
      <path d={`M${line}L${last[0]},${HEIGHT}L${first[0]},${HEIGHT}Z`} fill="var(--chart-1)" opacity={0.12} />
      <path
        d={`M${line}`}
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
