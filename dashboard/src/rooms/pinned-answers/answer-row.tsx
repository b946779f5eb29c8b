import { Badge } from '#shared/components/badge.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { LabelledWhen, When } from '#shared/components/when.tsx';
import { SourceNames } from '#shared/sources/source-names.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import type { PinnedAnswer } from './answer-queries.ts';

const words = rooms.pinnedAnswers;

export type AnswerAction = 'edit' | 'versions' | 'switch' | 'delete';

/** A pinned answer in the list. baseName: with several knowledge bases. */
export const AnswerRow = ({
  answer,
  baseName,
  isWriter,
  act,
}: {
  answer: PinnedAnswer;
  baseName: string | undefined;
  isWriter: boolean;
  act: (action: AnswerAction) => void;
}) => (
  <li className="flex items-start gap-x-3 border-b border-line px-4 py-3.5 last:border-b-0">
    <div className="grid min-w-0 flex-1 gap-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          dir="auto"
          onClick={() => act(isWriter ? 'edit' : 'versions')}
          className="line-clamp-2 min-h-6 min-w-0 text-start text-title font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          {answer.question}
        </button>
        {!answer.enabled && <Badge>{words.states.disabled}</Badge>}
        {answer.needs_review && <Badge tone="warning">{words.states.needs_review}</Badge>}
      </div>
      {answer.variants.length > 0 && (
        <p dir="auto" className="line-clamp-1 text-small text-quiet [overflow-wrap:anywhere]">
          {answer.variants.join(' · ')}
        </p>
      )}
      <p dir="auto" className="line-clamp-2 max-w-[100ch] [overflow-wrap:anywhere] whitespace-pre-line">
        {answer.answer}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-small text-quiet">
        <span className={answer.hits > 0 ? 'font-medium text-ink' : ''}>
          {words.said({ count: answer.hits })}
        </span>
        {answer.last_hit_at !== undefined && <LabelledWhen label={words.last} at={answer.last_hit_at} />}
        <span>
          {words.versionBy({ version: answer.version, name: answer.updated_by.name })}{' '}
          <When at={answer.updated_at} />
        </span>
        {baseName !== undefined && <span dir="auto">{baseName}</span>}
        <SourceNames ids={answer.source_ids} />
      </p>
    </div>
    <Menu
      label={words.actionsOf({ question: answer.question })}
      entries={[
        ...(isWriter ? [{ label: words.edit, choose: () => act('edit') }] : []),
        { label: words.versions, choose: () => act('versions') },
        ...(isWriter
          ? [
              {
                label: answer.enabled ? words.disable : words.enable,
                choose: () => act('switch'),
              },
              { label: text.common.delete, choose: () => act('delete'), look: 'danger' as const },
            ]
          : []),
      ]}
    />
  </li>
);
