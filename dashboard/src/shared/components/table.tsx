import type { ReactNode } from 'react';

type TableRow = { key: string; cells: readonly ReactNode[] };

/** Rows under column titles. The first cell of a row is its head; the others are numbers, on the right. */
export const Table = ({
  titles,
  rows,
  className = '',
}: {
  titles: readonly string[];
  rows: readonly TableRow[];
  className?: string;
}) => (
  <table className={`w-full text-body ${className}`}>
    <thead>
      <tr className="border-b border-line text-small text-quiet">
        {titles.map((title, index) => (
          <th
            key={title}
            scope="col"
            className={`py-1.5 font-medium ${index === 0 ? 'text-start' : 'ps-3 text-end'}`}
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells: [head, ...cells] }) => (
        <tr key={key} className="border-b border-line last:border-b-0">
          <th scope="row" className="py-1.5 text-start font-normal [overflow-wrap:anywhere]">
            {head}
          </th>
          {cells.map((cell, index) => (
            <td key={titles[index + 1]} className="py-1.5 ps-3 text-end">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
