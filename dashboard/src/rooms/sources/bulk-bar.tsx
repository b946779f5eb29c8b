import { RefreshCw, Tag, Tags, Trash2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#shared/components/button.tsx';
import { Confirm } from '#shared/components/dialog.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { TagsField } from '#shared/components/tags-field.tsx';
import { sources as words } from '#shared/strings/sources.ts';
import { text } from '#shared/strings/text.ts';
import { type BulkAction, useBulk } from './source-actions.ts';

type BulkBarProps = {
  ids: readonly string[];
  knownTags: readonly string[];
  /** The checkbox that selects all. */
  box: ReactNode;
  /** Offered if more sources match than are loaded. */
  selectMatching: { count: string; run: () => Promise<void> } | undefined;
  clear: () => void;
};

/** The actions for selected sources. */
export function BulkBar({ ids, knownTags, box, selectMatching, clear }: BulkBarProps) {
  const [asked, setAsked] = useState<BulkAction>();
  const [isSelecting, setSelecting] = useState(false);
  const bulk = useBulk();
  const run = (action: BulkAction, tags?: string[]): void =>
    bulk.mutate(
      { action, ids, ...(tags && { tags }) },
      {
        onSuccess: () => {
          setAsked(undefined);
          clear();
        },
      },
    );
  return (
    <div
      role="toolbar"
      aria-label={words.bulk.label}
      className="flex h-full items-center rounded-t-panel bg-accent-ground pr-1 sm:gap-1"
    >
      {box}
      {/* Stacked on narrow screens within the height of the bar, large enough for touch. */}
      <div className="relative grid min-w-0 sm:flex sm:items-center sm:gap-2">
        <span className="truncate leading-5 font-medium" aria-live="polite">
          {words.bulk.selected(ids.length)}
        </span>
        {selectMatching && (
          <button
            type="button"
            disabled={isSelecting}
            aria-label={isSelecting ? undefined : words.bulk.selectMatching(selectMatching.count)}
            className="min-h-6 truncate text-left text-small text-accent-ink underline after:absolute after:inset-0 sm:min-h-8 sm:text-body sm:after:hidden"
            onClick={async () => {
              setSelecting(true);
              await selectMatching.run().finally(() => setSelecting(false));
            }}
          >
            {isSelecting ? (
              words.bulk.selecting
            ) : (
              <>
                <span className="sm:hidden">{words.bulk.selectMatchingShort(selectMatching.count)}</span>
                <span className="hidden sm:inline">{words.bulk.selectMatching(selectMatching.count)}</span>
              </>
            )}
          </button>
        )}
      </div>
      <span className="flex-1" />
      <Tool label={words.bulk.reindex} icon={RefreshCw} isBusy={bulk.isPending} run={() => run('reindex')} />
      <Tool label={words.bulk.tag} icon={Tag} run={() => setAsked('add_tags')} />
      <Tool label={words.bulk.untag} icon={Tags} run={() => setAsked('remove_tags')} />
      <span aria-hidden className="h-5 sm:mx-1 border-s border-field" />
      <Tool label={text.common.delete} icon={Trash2} isDanger run={() => setAsked('delete')} />
      <Tool label={words.bulk.clear} icon={X} isIconAlone run={clear} />
      <Confirm
        isOpen={asked === 'delete'}
        close={() => setAsked(undefined)}
        title={words.bulk.deleteTitle(ids.length)}
        about={words.bulk.deleteAbout(ids.length)}
        action={text.common.delete}
        isBusy={bulk.isPending}
        confirm={() => run('delete')}
      />
      {(asked === 'add_tags' || asked === 'remove_tags') && (
        <TagsDialog
          title={(asked === 'add_tags' ? words.bulk.tagTitle : words.bulk.untagTitle)(ids.length)}
          action={asked === 'add_tags' ? words.bulk.tag : words.bulk.untag}
          known={knownTags}
          isBusy={bulk.isPending}
          close={() => setAsked(undefined)}
          run={(tags) => run(asked, tags)}
        />
      )}
    </div>
  );
}

/** The label is shown beside the icon if there is room. */
const Tool = ({
  label,
  icon: Icon,
  run,
  isBusy = false,
  isIconAlone = false,
  isDanger = false,
}: {
  label: string;
  icon: typeof X;
  run: () => void;
  isBusy?: boolean;
  isIconAlone?: boolean;
  isDanger?: boolean;
}) => (
  <Button
    look="quiet"
    isBusy={isBusy}
    onClick={run}
    about={label}
    className={`px-2! ${isDanger ? 'text-bad!' : ''}`}
  >
    <Icon aria-hidden className="size-4" />
    <span className={isIconAlone ? 'sr-only' : 'sr-only lg:not-sr-only'}>{label}</span>
  </Button>
);

function TagsDialog({
  title,
  action,
  known,
  isBusy,
  close,
  run,
}: {
  title: string;
  action: string;
  known: readonly string[];
  isBusy: boolean;
  close: () => void;
  run: (tags: string[]) => void;
}) {
  const [tags, setTags] = useState<string[]>([]);
  const [isMissing, setMissing] = useState(false);
  return (
    <FormDialog
      title={title}
      action={action}
      isBusy={isBusy}
      error={null}
      submit={() => {
        if (tags.length > 0) run(tags);
        else setMissing(true);
      }}
      close={close}
    >
      <TagsField
        label={words.bulk.tags}
        tags={tags}
        change={setTags}
        known={known}
        error={isMissing && tags.length === 0 ? words.bulk.noTags : undefined}
      />
    </FormDialog>
  );
}
