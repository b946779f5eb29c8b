import { LIMITS } from '#server/isomorphic/limits.ts';
import { Button } from '#shared/components/button.tsx';
import { CONTROL } from '#shared/components/field.tsx';
import { LabelledWhen } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.agents;

/** Below the settings of an agent: what is live, and the ways to save and publish what differs.
 *  isDirty: something is typed that is not saved. differs: the fields differ from what is live. */
export function SaveBar({
  liveVersion,
  draftSavedAt,
  isDirty,
  differs,
  isBusy,
  note,
  changeNote,
  publish,
  undo,
  discardDraft,
}: {
  liveVersion: number;
  draftSavedAt: string | null;
  isDirty: boolean;
  differs: boolean;
  isBusy: boolean;
  note: string;
  changeNote: (note: string) => void;
  publish: () => void;
  undo: () => void;
  discardDraft: () => void;
}) {
  const hasDraft = draftSavedAt !== null;
  return (
    <div className="sticky bottom-0 z-10 mt-4 flex flex-wrap items-center gap-2 rounded-t-panel border border-b-0 border-line bg-panel px-4 py-3 shadow-dialog">
      <p className="min-w-0 flex-1 basis-40 text-small text-quiet">
        {isDirty ? (
          words.unsaved
        ) : hasDraft ? (
          <LabelledWhen label={words.draftFrom} at={draftSavedAt} />
        ) : (
          words.live({ number: liveVersion })
        )}
      </p>
      {differs && (
        <input
          aria-label={words.note}
          placeholder={words.note}
          dir="auto"
          maxLength={LIMITS.versionNoteCharacters}
          value={note}
          onChange={(event) => changeNote(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className={`${CONTROL} w-auto! min-w-0 flex-1 basis-40`}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {isDirty ? (
          <Button look="quiet" disabled={isBusy} onClick={undo}>
            {words.discard}
          </Button>
        ) : (
          hasDraft && (
            <Button look="quiet" disabled={isBusy} onClick={discardDraft}>
              {words.discardDraft}
            </Button>
          )
        )}
        <Button type="submit" disabled={!isDirty || isBusy}>
          {words.saveDraft}
        </Button>
        <Button look="primary" disabled={!differs} isBusy={isBusy} onClick={publish}>
          {words.publish}
        </Button>
      </div>
    </div>
  );
}
