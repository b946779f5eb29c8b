import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { Dialog } from '#shared/components/dialog.tsx';
import { TextForm } from '#shared/sources/text-form.tsx';
import type { Place } from '#shared/sources/where-to.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { Gap } from './gap-queries.ts';

const words = rooms.gaps;

/** Adds a text that answers a question, named by the question. */
export function AnswerGapDialog({
  gap: { question },
  text,
  knowledgeBaseId,
  added,
  close,
}: {
  gap: Gap;
  /** To begin with. */
  text: string | undefined;
  /** The agent's knowledge base. */
  knowledgeBaseId: string | undefined;
  added: () => void;
  close: () => void;
}) {
  const [place, setPlace] = useState<Place>({ knowledgeBaseId, tags: [] });
  return (
    <Dialog isOpen close={close} title={words.addTitle} about={words.addAbout({ question })}>
      <TextForm
        name={Array.from(question).slice(0, LIMITS.nameCharacters).join('')}
        content={text}
        place={place}
        changePlace={setPlace}
        done={added}
      />
    </Dialog>
  );
}
