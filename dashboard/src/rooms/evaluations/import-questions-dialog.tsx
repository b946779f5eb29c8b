import { LIMITS } from '#server/isomorphic/limits.ts';
import { submit } from '#shared/api/request.ts';
import { ImportFileDialog } from '#shared/files/import-file-dialog.tsx';
import { type Added, QUESTION_SETS } from '#shared/questions/question-set-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.evaluations;
const { changes, fileHint } = rooms.pinnedAnswers;

const NAMES = { added: changes.created, updated: changes.updated, unchanged: changes.unchanged };

/** Imports a file of questions with what is right. */
export const ImportQuestionsDialog = ({ setId, close }: { setId: string; close: () => void }) => (
  <ImportFileDialog<Added>
    title={words.importTitle}
    about={words.importAbout}
    hint={fileHint({ count: LIMITS.evaluationQuestions })}
    send={(body, isDry, submission) =>
      submit(submission, 'POST', `${QUESTION_SETS}/${setId}/import${isDry ? '?dry_run=true' : ''}`, body)
    }
    summary={(name, { added, updated, unchanged }) =>
      rooms.pinnedAnswers.preview({ name, created: added, updated, unchanged })
    }
    rowsOf={({ rows = [] }) =>
      rows.map(({ change, ...row }) => ({ ...row, isNew: change === 'added', change: NAMES[change] }))
    }
    countOf={({ added, updated }) => added + updated}
    action={(count) => words.importAction({ count })}
    said={({ added, updated }) => words.imported({ added, updated })}
    stale={[['question-sets']]}
    close={close}
  />
);
