import { formatList, formatNumber } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { AuditEntry } from './audit-log-queries.ts';

const words = rooms.auditLog;

/** More about an entry than its sentence says. shown: what the sentence names. */
export const EntryDetails = ({
  details,
  shown,
}: {
  details: AuditEntry['details'];
  shown: string | undefined;
}) => {
  const entries = Object.entries(details)
    .filter(([, value]) => value !== shown)
    .flatMap(([name, value]) => linesOf(name, value));
  if (entries.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-4 text-small text-quiet">
      {entries.map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-1">
          <dt>{name}:</dt>
          <dd className="min-w-0 text-ink [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
};
type Change = { from: unknown; to: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isChange = (value: unknown): value is Change => isObject(value) && 'from' in value && 'to' in value;

/** A changed object gets one line per changed part. */
function linesOf(name: string, value: unknown): [name: string, spoken: string][] {
  if (value === null) return [];
  if (isChange(value) && isObject(value.from) && isObject(value.to)) {
    const { from, to } = value as { from: Record<string, unknown>; to: Record<string, unknown> };
    return Object.keys(to)
      .filter((part) => from[part] !== to[part])
      .map((part) => [`${name} ${part.replaceAll('_', ' ')}`, spoken({ from: from[part], to: to[part] })]);
  }
  const shownName = ENDED.has(name) ? name.replaceAll('_', ' ') : name;
  return [
    [shownName, ENDED.has(name) && Array.isArray(value) ? formatList(value.map(grantOf)) : spoken(value)],
  ];
}

/** Ids of what ended with a member or key, or went to another member. */
const ENDED: ReadonlySet<string> = new Set(['ended', 'handed_over']);

/** The kind of a resource, by the prefix of its id. */
function grantOf(id: unknown): string {
  const [prefix = ''] = String(id).split('_');
  const types: Record<string, string> = words.types;
  return Object.hasOwn(types, prefix) ? `${types[prefix]} ${id}` : String(id);
}

/** A change as "old → new", a list with commas, anything else as JSON. */
function spoken(value: unknown): string {
  if (value === null || value === undefined) return words.none;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return formatList(value.map(spoken));
  if (isChange(value)) return words.change({ from: spoken(value.from), to: spoken(value.to) });
  return JSON.stringify(value);
}
