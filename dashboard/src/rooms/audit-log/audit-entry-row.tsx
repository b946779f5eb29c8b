import { explain, tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { formatNumber } from '#shared/format.ts';
import { auditLog as words } from '#shared/strings/audit-log.ts';
import type { AuditEntry } from './audit-log-queries.ts';

/** One entry of the audit log. */
export const AuditEntryRow = ({
  entry: { actor, action, subject_id, details, created_at },
  chooseActor,
}: {
  entry: AuditEntry;
  chooseActor: (id: string) => void;
}) => {
  const { id } = actor;
  return (
    <li className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <code className="font-mono text-small font-medium">{action}</code>
        <span className="text-small text-quiet">
          <When at={created_at} />
        </span>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-4 text-small">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="text-quiet">{words.actorTypes[actor.type]}</span>{' '}
          {id === null ? (
            actor.type !== 'service' && actor.name
          ) : (
            <button
              type="button"
              {...explain(words.onlyActor(actor.name))}
              onClick={() => chooseActor(id)}
              className="min-h-6 text-left hover:underline"
            >
              {actor.name}
            </button>
          )}
        </span>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="text-quiet">{words.subject}</span>{' '}
          <Subject id={subject_id} actor={actor} details={details} />
        </span>
      </p>
      <Details details={details} />
    </li>
  );
};

/** A person by name and email if the entry has them, even after their removal. Anything else by its id. */
const Subject = ({ id, actor, details }: { id: string } & Pick<AuditEntry, 'actor' | 'details'>) => {
  const person = id.startsWith('acc_') ? personOf(id, actor, details) : undefined;
  return person === undefined ? <code className="font-mono">{id}</code> : <span {...tip(id)}>{person}</span>;
};

function personOf(
  id: string,
  actor: AuditEntry['actor'],
  { name, email }: AuditEntry['details'],
): string | undefined {
  const called = actor.id === id ? actor.name : typeof name === 'string' ? name : undefined;
  const at = typeof email === 'string' ? email : undefined;
  return called !== undefined && at !== undefined ? words.person(called, at) : (called ?? at);
}

const Details = ({ details }: { details: AuditEntry['details'] }) => {
  const entries = Object.entries(details).flatMap(([name, value]) => linesOf(name, value));
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
    [shownName, ENDED.has(name) && Array.isArray(value) ? value.map(grantOf).join(', ') : spoken(value)],
  ];
}

/** Ids of what ended with a member or key, or went to another member. */
const ENDED: ReadonlySet<string> = new Set(['ended', 'handed_over']);

/** The kind of a resource, by the prefix of its id. */
function grantOf(id: unknown): string {
  const type = words.types.find(([prefix]) => String(id).startsWith(`${prefix}_`))?.[1];
  return type === undefined ? String(id) : `${type} ${id}`;
}

/** A change as "old → new", a list with commas, anything else as JSON. */
function spoken(value: unknown): string {
  if (value === null || value === undefined) return words.none;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.map(spoken).join(', ');
  if (isChange(value)) return `${spoken(value.from)} → ${spoken(value.to)}`;
  return JSON.stringify(value);
}
