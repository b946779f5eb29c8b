import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BaseActivity, KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { explain } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { formatBytes, formatNumber } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.knowledgeBases.figures;

/** What is in a knowledge base, and how much is asked of it. activity: undefined if it has neither sources nor agents. */
export const BaseFigures = ({
  base,
  activity,
}: {
  base: KnowledgeBase;
  activity: BaseActivity | undefined;
}) => (
  <dl className="flex flex-wrap gap-x-6 gap-y-2">
    <Figure name={words.sources}>
      {formatNumber(base.source_count)}
      {activity !== undefined && activity.failed_count > 0 && (
        <Link
          to="/sources"
          search={{ knowledge_base: base.id, status: 'failed' }}
          className="ms-2 text-small font-normal text-bad underline"
        >
          {words.failed({ count: activity.failed_count })}
        </Link>
      )}
      {activity !== undefined && activity.processing_count > 0 && (
        <span className="ms-2 text-small font-normal text-accent-ink">
          {words.processing({ count: activity.processing_count })}
        </span>
      )}
    </Figure>
    <Figure name={words.size}>{formatBytes(activity?.size_bytes ?? 0)}</Figure>
    <Figure name={words.agents}>{formatNumber(activity?.agent_count ?? 0)}</Figure>
    <Figure name={words.questions} about={words.questionsAbout}>
      {formatNumber(activity?.question_count ?? 0)}
    </Figure>
    {activity?.changed_at && (
      <Figure name={words.changed}>
        <When at={activity.changed_at} />
      </Figure>
    )}
  </dl>
);

const Figure = ({ name, about, children }: { name: string; about?: string; children: ReactNode }) => (
  <div className="grid min-w-20 gap-0.5">
    <dt className="text-small text-quiet" {...(about && explain(about))}>
      {name}
    </dt>
    <dd className="font-medium tabular-nums">{children}</dd>
  </div>
);
