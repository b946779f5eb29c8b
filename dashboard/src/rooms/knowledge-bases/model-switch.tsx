import type { KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.knowledgeBases;

/** The progress of a change of embedding model. */
export const ModelSwitch = ({
  base,
  change,
}: {
  base: KnowledgeBase;
  change: NonNullable<KnowledgeBase['embedding_switch']>;
}) => (
  <div className="grid max-w-prose gap-1 pt-1">
    <p className="text-small text-accent-ink">{words.switching({ to: change.to, share: change.progress })}</p>
    <ProgressBar value={change.progress} label={words.switchOf({ name: base.name })} />
    {change.error && <p className="text-small text-bad">{change.error}</p>}
  </div>
);
