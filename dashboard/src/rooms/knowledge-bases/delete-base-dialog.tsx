import { KNOWLEDGE_BASES, type KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { request } from '#shared/api/request.ts';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.knowledgeBases;

/** Asks before a knowledge base is deleted. */
export const DeleteBaseDialog = ({
  base,
  done,
  close,
}: {
  base: KnowledgeBase;
  done?: () => unknown;
  close: () => void;
}) => (
  <ConfirmDialog
    title={words.deleteTitle({ name: base.name })}
    about={words.deleteAbout({ count: base.source_count })}
    action={words.deleteAction}
    send={() => request('DELETE', `${KNOWLEDGE_BASES}/${base.id}`)}
    said={words.deleted({ name: base.name })}
    stale={[['knowledge-bases'], ['sources'], ['agents']]}
    {...(done && { done })}
    close={close}
  />
);
