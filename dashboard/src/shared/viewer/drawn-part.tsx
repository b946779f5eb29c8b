import { type Marks, PassageText } from './passage-text.tsx';
import type { DrawnPart } from './read-drawn.ts';

const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const;
const SIZES = ['text-display', 'text-heading', 'text-title', 'text-title'];

/** A heading, paragraph, list item, piece of code or some rows of a table. */
export function DrawnPartView({ part, marks }: { part: DrawnPart; marks: Marks }) {
  if (part.kind === 'rows') return <Rows part={part} marks={marks} />;
  const text = <PassageText text={part.text} start={part.start} marks={marks} />;
  if (part.kind === 'heading') {
    const place = Math.min(part.level, HEADINGS.length) - 1;
    const Heading = HEADINGS[place] ?? 'h6';
    return (
      <Heading
        dir="auto"
        className={`max-w-[60ch] pt-4 pb-1 font-semibold break-words whitespace-pre-wrap ${SIZES[place]}`}
      >
        {text}
      </Heading>
    );
  }
  const below = part.isContinued ? '' : 'pb-2';
  if (part.kind === 'code')
    return (
      <pre
        dir="ltr"
        className="w-max min-w-full bg-sunken px-4 py-0 font-mono text-small leading-5 first:pt-2 last:pb-2"
      >
        <code>{text}</code>
      </pre>
    );
  return (
    <p
      dir="auto"
      className={`max-w-[72ch] break-words whitespace-pre-wrap ${below} ${part.kind === 'item' ? 'ps-8 -indent-4' : ''}`}
    >
      {text}
    </p>
  );
}

type RowsPart = Extract<DrawnPart, { kind: 'rows' }>;

const CELL = 'border border-line px-2 py-1 align-top break-words whitespace-pre-wrap';

/** Rows of a table. The columns have fixed widths, because a long table is drawn in several. */
const Rows = ({ part: { head, rows, widths }, marks }: { part: RowsPart; marks: Marks }) => (
  <table
    className="-mb-px table-fixed border-collapse text-small"
    style={{ width: `${widths.reduce((sum, width) => sum + width, 0)}ch` }}
  >
    <colgroup>
      {widths.map((width, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are.
        <col key={column} style={{ width: `${width}ch` }} />
      ))}
    </colgroup>
    {head && (
      <thead>
        <tr className="bg-sunken">
          {head.map((name, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are.
            <th key={column} scope="col" dir="auto" className={`${CELL} text-start font-semibold`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
    )}
    <tbody>
      {rows.map(({ start, end, cells }) => (
        <tr key={start}>
          {cells.map((cell, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are.
            <td key={column} dir="auto" className={CELL}>
              <Cell text={cell} start={start} end={end} marks={marks} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** A row is marked as a whole: its text repeats the names of the columns, which stand above it here. */
function Cell({ text, start, end, marks }: { text: string; start: number; end: number; marks: Marks }) {
  const isIn = (span: Marks['passage']): boolean =>
    span !== undefined && span.start < end && span.end > start;
  const whole = { start: 0, end: text.length };
  return (
    <PassageText
      text={text}
      start={0}
      marks={{
        ...marks,
        passage: isIn(marks.passage) ? whole : undefined,
        found: isIn(marks.found) ? whole : undefined,
      }}
    />
  );
}
