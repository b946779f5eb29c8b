import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { ApiError, submit, TextBody } from '#shared/api/request.ts';
import { Badge, type Tone } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { Dialog } from '#shared/components/dialog.tsx';
import { Failure } from '#shared/components/page.tsx';
import { ChooseFile } from '#shared/files/choose-file.tsx';
import { RefusedRows } from '#shared/files/refused-rows.tsx';
import { useSave } from '#shared/hooks/use-save.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { ANSWERS, type ImportResult } from './answer-queries.ts';

const words = rooms.pinnedAnswers;

const TONES: Record<'created' | 'updated' | 'unchanged', Tone> = {
  created: 'good',
  updated: 'accent',
  unchanged: 'plain',
};

type Chosen = { name: string; body: TextBody };

/** Imports a file of answers. Says first what it would change, or what is wrong in which line. */
export function ImportDialog({ close }: { close: () => void }) {
  const [chosen, setChosen] = useState<Chosen>();
  const check = useSave<ImportResult, Chosen>(
    (file, submission) => submit(submission, 'POST', `${ANSWERS}/import?dry_run=true`, file.body),
    {},
  );
  const save = useSave<ImportResult, Chosen>(
    (file, submission) => submit(submission, 'POST', `${ANSWERS}/import`, file.body),
    {
      said: ({ created, updated }) => words.imported({ created, updated }),
      done: close,
      stale: [['answers']],
    },
  );
  const take = async (file: File): Promise<void> => {
    save.reset();
    const type = /\.(jsonl|ndjson)$/i.test(file.name) ? 'application/jsonl' : 'text/csv';
    const next = { name: file.name, body: new TextBody(type, await file.text()) };
    setChosen(next);
    check.mutate(next);
  };
  const error = save.error ?? check.error;
  const preview = check.data;
  const changes = preview ? preview.created + preview.updated : 0;
  return (
    <Dialog isOpen close={close} title={words.importTitle} about={words.importAbout}>
      <ChooseFile
        label={chosen ? words.chooseOther : words.chooseFile}
        hint={words.fileHint({ count: LIMITS.importedAnswers })}
        accept=".csv,.tsv,.txt,.jsonl,.ndjson"
        take={(file) => void take(file)}
      />
      <p role="status" className={chosen ? 'text-body' : 'sr-only'}>
        {chosen && check.isPending && words.checking({ name: chosen.name })}
        {chosen && preview && !error && words.preview({ name: chosen.name, ...preview })}
      </p>
      {error instanceof ApiError && error.details.length > 0 ? (
        <RefusedRows error={error} />
      ) : (
        error && <Failure error={error} />
      )}
      {preview?.rows && !error && <Preview rows={preview.rows} />}
      <div className="flex justify-end gap-2">
        <Button onClick={close}>{text.common.cancel}</Button>
        <Button
          look="primary"
          disabled={!chosen || error !== null || changes === 0}
          isBusy={save.isPending}
          onClick={() => chosen && save.mutate(chosen)}
        >
          {words.importAction({ count: changes })}
        </Button>
      </div>
    </Dialog>
  );
}

const Preview = ({ rows }: { rows: NonNullable<ImportResult['rows']> }) => (
  <ul
    aria-label={words.previewList}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    tabIndex={0}
    className="max-h-64 overflow-y-auto rounded-panel border border-line"
  >
    {rows.map(({ place, question, change }) => (
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
        <Badge tone={TONES[change]}>{words.changes[change]}</Badge>
      </li>
    ))}
  </ul>
);
