import { When } from '../components/when.tsx';
import { auditLog as words } from '../strings/audit-log.ts';
import type { AuditEntry } from './audit-log-queries.ts';

/** Who did what, with what is worth knowing of it. */
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
              title={words.onlyActor(actor.name)}
              onClick={() => chooseActor(id)}
              className="min-h-6 text-left hover:underline"
            >
              {actor.name}
            </button>
          )}
        </span>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="text-quiet">{words.subject}</span> <code className="font-mono">{subject_id}</code>
        </span>
      </p>
      <Details details={details} />
    </li>
  );
};

const Details = ({ details }: { details: AuditEntry['details'] }) => {
  const entries = Object.entries(details).filter(([, value]) => value !== null);
  if (entries.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-4 text-small text-quiet">
      {entries.map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-1">
          <dt>{name}:</dt>
          <dd className="min-w-0 text-ink [overflow-wrap:anywhere]">{spoken(value)}</dd>
        </div>
      ))}
    </dl>
  );
};

/** A change as "old → new", lists by commas, anything else as JSON has it. */
function spoken(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(spoken).join(', ');
  if (value !== null && typeof value === 'object' && 'from' in value && 'to' in value)
    return `${spoken(value.from)} → ${spoken(value.to)}`;
  return JSON.stringify(value);
}
