import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, TextBody } from '#shared/api/request.ts';
import type { Submission } from '#shared/api/submission.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { Dialog } from '#shared/components/dialog.tsx';
import { Failure } from '#shared/components/page.tsx';
import { useSave } from '#shared/hooks/use-save.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { ChooseFile } from './choose-file.tsx';
import { RefusedRows } from './refused-rows.tsx';

const words = rooms.pinnedAnswers;

type Chosen = { name: string; body: TextBody };
type PreviewRow = { place: string; question: string; change: string; isNew: boolean };

/** Imports a file. Says first what it would change, or what is wrong in which line. */
export function ImportFileDialog<Result>({
  title,
  about,
  hint,
  send,
  summary,
  rowsOf,
  countOf,
  action,
  said,
  stale,
  close,
}: {
  title: string;
  about: string;
  hint: string;
  /** isDry: only checks. */
  send: (body: TextBody, isDry: boolean, submission: Submission) => Promise<Result>;
  /** What would change, of a file. */
  summary: (name: string, result: Result) => string;
  rowsOf: (result: Result) => readonly PreviewRow[];
  /** How many rows would change something. */
  countOf: (result: Result) => number;
  action: (count: number) => string;
  said: (result: Result) => string;
  stale: readonly QueryKey[];
  close: () => void;
}) {
  const [chosen, setChosen] = useState<Chosen>();
  const check = useSave<Result, Chosen>(({ body }, submission) => send(body, true, submission), {});
  const save = useSave<Result, Chosen>(({ body }, submission) => send(body, false, submission), {
    said,
    done: close,
    stale,
  });
  const take = async (file: File): Promise<void> => {
    save.reset();
    const type = /\.(jsonl|ndjson)$/i.test(file.name) ? 'application/jsonl' : 'text/csv';
    const next = { name: file.name, body: new TextBody(type, await file.text()) };
    setChosen(next);
    check.mutate(next);
  };
  const error = save.error ?? check.error;
  const preview = error ? undefined : check.data;
  const count = preview === undefined ? 0 : countOf(preview);
  return (
    <Dialog isOpen close={close} title={title} about={about}>
      <ChooseFile
        label={chosen ? words.chooseOther : words.chooseFile}
        hint={hint}
        accept=".csv,.tsv,.txt,.jsonl,.ndjson"
        take={(file) => void take(file)}
      />
      <p role="status" className={chosen ? '' : 'sr-only'}>
        {chosen && check.isPending && words.checking({ name: chosen.name })}
        {chosen && preview !== undefined && summary(chosen.name, preview)}
      </p>
      {error instanceof ApiError && error.details.length > 0 ? (
        <RefusedRows error={error} />
      ) : (
        error && <Failure error={error} />
      )}
      {preview !== undefined && <Preview rows={rowsOf(preview)} />}
      <div className="flex justify-end gap-2">
        <Button onClick={close}>{text.common.cancel}</Button>
        <Button
          look="primary"
          disabled={count === 0}
          isBusy={save.isPending}
          onClick={() => chosen && save.mutate(chosen)}
        >
          {action(count)}
        </Button>
      </div>
    </Dialog>
  );
}

const Preview = ({ rows }: { rows: readonly PreviewRow[] }) => (
  <ul
    aria-label={words.previewList}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    tabIndex={0}
    className="max-h-64 overflow-y-auto rounded-panel border border-line"
  >
    {rows.map(({ place, question, change, isNew }) => (
      <li
        key={place}
        className="flex items-center justify-between gap-3 border-b border-line px-3 py-1.5 last:border-b-0"
      >
        <span className="min-w-0">
          <span dir="auto" className="line-clamp-1 [overflow-wrap:anywhere]">
            {question}
          </span>
          <span className="text-small text-quiet">{place}</span>
        </span>
        <Badge tone={isNew ? 'good' : 'plain'}>{change}</Badge>
      </li>
    ))}
  </ul>
);
