import { useInfiniteQuery } from '@tanstack/react-query';
import { Dialog } from '#shared/components/dialog.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { When } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { type AnswerVersion, type PinnedAnswer, versionsQuery } from './answer-queries.ts';

const words = rooms.pinnedAnswers;

/** What an answer said before, newest first. */
export function VersionsDialog({ answer, close }: { answer: PinnedAnswer; close: () => void }) {
  const list = useInfiniteQuery(versionsQuery(answer.id));
  const versions = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog isOpen close={close} title={words.versions} about={answer.question}>
      {list.isPending && <Loading lines={4} />}
      {list.error && !list.data && <Failure error={list.error} retry={() => void list.refetch()} />}
      {list.data && (
        <ol className="grid gap-3">
          <Version version={{ ...answer, created_at: answer.updated_at }} isCurrent />
          {versions.map((version) => (
            <Version key={version.version} version={version} />
          ))}
        </ol>
      )}
      <LoadMore list={list} />
    </Dialog>
  );
}

const Version = ({
  version: { version, question, answer, updated_by, created_at },
  isCurrent = false,
}: {
  version: AnswerVersion;
  isCurrent?: boolean;
}) => (
  <li className="grid gap-1 border-s-2 border-strong-line ps-3">
    <p className="flex flex-wrap gap-x-3 text-small text-quiet">
      <span className="font-medium text-ink">
        {isCurrent ? words.current({ version }) : words.version({ version })}
      </span>
      <span dir="auto">{updated_by.name}</span>
      <When at={created_at} />
    </p>
    <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
      {question}
    </p>
    <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
      {answer}
    </p>
  </li>
);
