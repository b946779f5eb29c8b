import { Link } from '@tanstack/react-router';
import { text } from '#shared/strings/text.ts';
import { Chart, type ChartProps, type RowLink, type Series } from './chart.tsx';
import { Panel } from './page.tsx';
import { Table } from './table.tsx';

/** A chart with its legend, and the same numbers as a table. */
export const ChartPanel = ({
  title,
  about,
  rowName,
  ...chart
}: ChartProps & { title: string; about: string; rowName: string }) => (
  <Panel title={title}>
    <p className="text-small text-quiet">{about}</p>
    <Legend series={chart.series} />
    {/* Screen readers get the table, and the bars that are links. */}
    {chart.rows.some(({ link }) => link) ? (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
      <div role="group" aria-label={title} className="mt-3 h-52">
        <Chart {...chart} />
      </div>
    ) : (
      <div aria-hidden className="mt-3 h-52">
        <Chart {...chart} />
      </div>
    )}
    <details className="mt-2">
      <summary className="min-h-6 w-fit cursor-pointer text-small text-quiet hover:text-ink">
        {text.common.showData}
      </summary>
      <Table
        titles={[rowName, ...chart.series.map(({ name }) => name)]}
        rows={chart.rows.map(({ name, values, link }) => ({
          key: name,
          cells: [
            link ? (
              <RowName key={name} {...link}>
                {name}
              </RowName>
            ) : (
              name
            ),
            ...chart.series.map((_, index) => {
              const value = values[index];
              return value === undefined ? '–' : chart.format(value);
            }),
          ],
        }))}
      />
    </details>
  </Panel>
);

const RowName = ({ label, children, ...place }: RowLink & { children: string }) => (
  <Link
    {...place}
    preload={false}
    aria-label={label}
    className="inline-flex min-h-6 items-center text-accent-ink hover:underline"
  >
    {children}
  </Link>
);

const Legend = ({ series }: { series: readonly Series[] }) =>
  series.length > 1 && (
    <ul className="mt-2 flex flex-wrap gap-x-4 text-small text-quiet">
      {series.map(({ name, colour }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full" style={{ background: colour }} />
          {name}
        </li>
      ))}
    </ul>
  );
