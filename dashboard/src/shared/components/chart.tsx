import { Link, type LinkProps } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';

export type Series = { name: string; colour: string };
/** Where a click on a row leads. `label`: what it is called for screen readers. */
export type RowLink = Pick<LinkProps, 'to' | 'search'> & { label: string };
/** A value for each series; undefined where there is none. `colour`: in place of that of the series. */
export type Row = {
  name: string;
  values: readonly (number | undefined)[];
  colour?: string;
  link?: RowLink | undefined;
};

export type ChartProps = {
  kind: 'stacked bars' | 'lines';
  rows: readonly Row[];
  series: readonly Series[];
  format: (value: number) => string;
  /** On the axis, where it should be shorter. */
  formatTick?: (value: number) => string;
};

type Size = { width: number; height: number };
/** `x` of the middle of a row, `y` of a value. */
type Scale = { x: (index: number) => number; y: (value: number) => number; step: number };

const TOP = 8;
const BOTTOM = 22;
const RIGHT = 8;
/** What a letter of a label takes, in pixels. */
const LETTER = 6.6;
const LABEL_GAP = 16;
const MOST_TICKS = 4;
const RADIUS = 3;

/** Bars or lines over days or bands. Plain SVG: a chart library was two thirds of the JavaScript of its page. */
export function Chart({ kind, rows, series, format, formatTick = format }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  const [pointed, setPointed] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const ticks = ticksOf(mostOf(kind, rows));
  const left = Math.max(...ticks.map((tick) => formatTick(tick).length)) * LETTER + 12;
  const scale = size && scaleOf(size, left, rows.length, ticks.at(-1) ?? 1);
  const point = ({ nativeEvent: { offsetX } }: PointerEvent): void => {
    if (!scale) return;
    const index = Math.floor((offsetX - left) / scale.step);
    setPointed(index >= 0 && index < rows.length ? index : undefined);
  };
  const row = pointed === undefined ? undefined : rows[pointed];
  return (
    <div ref={box} dir="ltr" className="relative h-full" onPointerLeave={() => setPointed(undefined)}>
      {size && scale && (
        <svg aria-hidden width={size.width} height={size.height} className="block" onPointerMove={point}>
          <Axes size={size} left={left} ticks={ticks} rows={rows} scale={scale} format={formatTick} />
          {pointed !== undefined && (
            <rect
              x={scale.x(pointed) - scale.step / 2}
              y={TOP}
              width={scale.step}
              height={size.height - TOP - BOTTOM}
              className="fill-sunken"
            />
          )}
          {kind === 'lines' ? (
            <Lines rows={rows} series={series} scale={scale} />
          ) : (
            <Bars rows={rows} series={series} scale={scale} />
          )}
        </svg>
      )}
      {size && scale && row && pointed !== undefined && (
        <Values row={row} series={series} format={format} at={scale.x(pointed)} width={size.width} />
      )}
      {scale && rows.some(({ link }) => link) && <Links rows={rows} scale={scale} point={setPointed} />}
    </div>
  );
}

/** A link over each bar that leads somewhere. One of them is in the tab order; the arrows move between them. */
function Links({
  rows,
  scale,
  point,
}: {
  rows: readonly Row[];
  scale: Scale;
  point: (index: number | undefined) => void;
}) {
  const linked = rows.flatMap(({ link }, index) => (link ? [{ link, index }] : []));
  const [reached, setReached] = useState<number>();
  const current = linked.some(({ index }) => index === reached) ? reached : linked.at(-1)?.index;
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = linked.findIndex(({ index }) => index === current);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: linked.length - 1 }[event.key];
    const target = next === undefined ? undefined : linked[next];
    if (!target) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-row="${target.index}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move the focus between the links in it.
    <div onKeyDown={move}>
      {linked.map(({ link: { label, ...place }, index }) => (
        <Link
          key={index}
          {...place}
          data-row={index}
          tabIndex={index === current ? 0 : -1}
          preload={false}
          aria-label={label}
          onPointerEnter={() => point(index)}
          onFocus={() => {
            setReached(index);
            point(index);
          }}
          onBlur={() => point(undefined)}
          className="absolute rounded-control -outline-offset-2"
          style={{ left: scale.x(index) - scale.step / 2, width: scale.step, top: TOP, bottom: BOTTOM }}
        />
      ))}
    </div>
  );
}

/** The highest that has to fit. */
const mostOf = (kind: ChartProps['kind'], rows: readonly Row[]): number =>
  Math.max(
    1,
    ...rows.map(({ values }) => {
      const given = values.map((value) => value ?? 0);
      return kind === 'lines' ? Math.max(...given) : given.reduce((sum, value) => sum + value, 0);
    }),
  );

/** 0 and up to four round steps, the last one at or above the highest value. */
function ticksOf(most: number): number[] {
  const rough = most / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

const scaleOf = ({ width, height }: Size, left: number, count: number, top: number): Scale => {
  const step = (width - left - RIGHT) / count;
  return {
    step,
    x: (index) => left + step * (index + 0.5),
    y: (value) => TOP + (height - TOP - BOTTOM) * (1 - value / top),
  };
};

function Axes({
  size: { width, height },
  left,
  ticks,
  rows,
  scale,
  format,
}: {
  size: Size;
  left: number;
  ticks: readonly number[];
  rows: readonly Row[];
  scale: Scale;
  format: (value: number) => string;
}) {
  const longest = Math.max(...rows.map(({ name }) => name.length)) * LETTER + LABEL_GAP;
  const every = Math.ceil(longest / scale.step);
  return (
    <g className="fill-quiet text-small">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width - RIGHT} y1={scale.y(tick)} y2={scale.y(tick)} className="stroke-line" />
          <text x={left - 8} y={scale.y(tick)} dy="0.35em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {rows.map(
        ({ name }, index) =>
          // From the end: the last day is the one that is looked for.
          (rows.length - 1 - index) % every === 0 && (
            <text
              key={name}
              x={Math.min(scale.x(index), width - (name.length * LETTER) / 2 - 3)}
              y={height - 5}
              textAnchor="middle"
            >
              {name}
            </text>
          ),
      )}
    </g>
  );
}

const Bars = ({ rows, series, scale }: { rows: readonly Row[]; series: readonly Series[]; scale: Scale }) => {
  // 8 px between bars, where there is room.
  const width = Math.min(40, Math.max(2, scale.step - Math.min(8, scale.step / 3)));
  return rows.map(({ name, values, colour }, index) => {
    let below = 0;
    const topmost = values.findLastIndex((value) => (value ?? 0) > 0);
    return (
      <g key={name}>
        {values.map((value = 0, at) => {
          const from = below;
          below += value;
          if (value === 0) return null;
          const { y } = scale;
          return (
            <path
              key={series[at]?.name}
              d={barOf(scale.x(index) - width / 2, y(below), width, y(from) - y(below), at === topmost)}
              style={{ fill: colour ?? series[at]?.colour }}
            />
          );
        })}
      </g>
    );
  });
};

/** A rectangle, with round corners at its top if nothing stands on it. */
function barOf(x: number, y: number, width: number, height: number, isTop: boolean): string {
  const radius = isTop ? Math.min(RADIUS, height, width / 2) : 0;
  return `M${x},${y + height}V${y + radius}q0,${-radius} ${radius},${-radius}h${width - 2 * radius}q${radius},0 ${radius},${radius}V${y + height}z`;
}

const Lines = ({ rows, series, scale }: { rows: readonly Row[]; series: readonly Series[]; scale: Scale }) =>
  series.map(({ name, colour }, at) => {
    const points = rows.flatMap(({ values }, index) => {
      const value = values[at];
      return value === undefined ? [] : [{ index, x: scale.x(index), y: scale.y(value) }];
    });
    return (
      <g key={name} style={{ stroke: colour, fill: colour }}>
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          strokeWidth={2}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {points.map(({ index, x, y }) => (
          <circle
            key={index}
            cx={x}
            cy={y}
            r={scale.step > 12 || points.length === 1 ? 2.5 : 1}
            stroke="none"
          />
        ))}
      </g>
    );
  });

/** The values of the row under the pointer, beside it. */
const Values = ({
  row,
  series,
  format,
  at,
  width,
}: {
  row: Row;
  series: readonly Series[];
  format: (value: number) => string;
  at: number;
  width: number;
}) => (
  <div
    className="pointer-events-none absolute top-2 z-10 grid gap-1 rounded-control border border-line bg-raised px-2.5 py-1.5 text-small whitespace-nowrap shadow-raised"
    style={at < width / 2 ? { left: at + 14 } : { right: width - at + 14 }}
  >
    <p className="font-medium">{row.name}</p>
    {series.map(({ name, colour }, index) => {
      const value = row.values[index];
      return (
        <p key={name} className="flex items-center gap-1.5 text-quiet">
          <span className="size-2 rounded-full" style={{ background: row.colour ?? colour }} />
          {name}
          <span className="ms-auto ps-3 font-medium text-ink">
            {value === undefined ? '–' : format(value)}
          </span>
        </p>
      );
    })}
  </div>
);
