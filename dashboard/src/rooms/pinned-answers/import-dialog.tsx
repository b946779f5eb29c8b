import { LIMITS } from '#server/isomorphic/limits.ts';
import { submit } from '#shared/api/request.ts';
import { ImportFileDialog } from '#shared/files/import-file-dialog.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { ANSWERS, type ImportResult } from './answer-queries.ts';

const words = rooms.pinnedAnswers;

/** Imports a file of answers. */
export const ImportDialog = ({ close }: { close: () => void }) => (
  <ImportFileDialog<ImportResult>
    title={words.importTitle}
    about={words.importAbout}
    hint={words.fileHint({ count: LIMITS.importedAnswers })}
    send={(body, isDry, submission) =>
      submit(submission, 'POST', `${ANSWERS}/import${isDry ? '?dry_run=true' : ''}`, body)
    }
    summary={(name, { created, updated, unchanged }) => words.preview({ name, created, updated, unchanged })}
    rowsOf={({ rows = [] }) =>
      rows.map(({ change, ...row }) => ({
        ...row,
        isNew: change === 'created',
        change: words.changes[change],
      }))
    }
    countOf={({ created, updated }) => created + updated}
    action={(count) => words.importAction({ count })}
    said={({ created, updated }) => words.imported({ created, updated })}
    stale={[['answers']]}
    close={close}
  />
);
