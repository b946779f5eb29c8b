import { Link } from '@tanstack/react-router';
import { Bot, Cog, KeyRound, ListFilter, type LucideIcon, SquareTerminal, User } from 'lucide-react';
import { IconButton } from '#shared/components/button.tsx';
import { explain, tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { AuditEntry } from './audit-log-queries.ts';
import { EntryDetails } from './entry-details.tsx';
import { Sentence } from './sentence.tsx';
import { type Subject, subjectOf } from './subjects.ts';

const words = rooms.auditLog;

const ICONS: Record<AuditEntry['actor']['type'], LucideIcon> = {
  account: User,
  api_key: KeyRound,
  publishable_token: Bot,
  command_line: SquareTerminal,
  service: Cog,
};

/** One entry of the audit log, as a sentence. */
export const AuditEntryRow = ({
  entry,
  names,
  chooseActor,
  chooseThing,
}: {
  entry: AuditEntry;
  names: ReadonlyMap<string, string>;
  chooseActor: (id: string) => void;
  chooseThing: (id: string) => void;
}) => {
  const { actor, action, created_at, details } = entry;
  const subject = subjectOf(entry, names);
  const Icon = ICONS[actor.type];
  return (
    <li className="group grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line px-4 py-2 last:border-b-0">
      <span
        className="mt-0.5 grid size-6 place-items-center rounded-full bg-sunken text-quiet"
        {...tip(words.actorTypes[actor.type])}
      >
        <Icon aria-hidden className="size-3.5" />
        <span className="sr-only">{words.actorTypes[actor.type]}</span>
      </span>
      <div className="grid min-w-0 gap-0.5 py-0.5">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <Sentence
            action={action}
            who={<Who actor={actor} choose={chooseActor} />}
            what={<What subject={subject} />}
          />
        </p>
        <EntryDetails details={details} shown={subject.name} />
      </div>
      <span className="flex items-center gap-1 text-small text-quiet">
        <span className="py-1">
          <When at={created_at} />
        </span>
        <IconButton
          icon={ListFilter}
          label={words.onlyThing({ name: subject.name ?? subject.id })}
          className="-my-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          onClick={() => chooseThing(subject.id)}
        />
      </span>
    </li>
  );
};

function Who({
  actor: { id, type, name },
  choose,
}: {
  actor: AuditEntry['actor'];
  choose: (id: string) => void;
}) {
  if (id === null)
    return <span className="font-medium">{type === 'service' ? words.actorTypes.service : name}</span>;
  return (
    <button
      type="button"
      {...explain(words.onlyActor({ name }))}
      onClick={() => choose(id)}
      className="font-medium hover:underline"
    >
      {name}
    </button>
  );
}

/** By its name, as a link if it has a page; else by its id. */
const What = ({ subject: { id, name, to } }: { subject: Subject }) => {
  const shown = name ?? <code className="font-mono text-small">{id}</code>;
  if (to === undefined) return <span className="font-medium">{shown}</span>;
  return (
    <Link to={to} className="font-medium hover:underline" {...tip(id)}>
      {shown}
    </Link>
  );
};
