import { Download, FolderInput, RefreshCw, Tag, Tags, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { Confirm } from '#shared/components/dialog.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { TagsField } from '#shared/components/tags-field.tsx';
import type { Source } from '#shared/sources/source.ts';
import { type BulkAction, useBulk } from '#shared/sources/source-actions.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { BulkBar, Tool } from '#shared/table/bulk-bar.tsx';
import { downloadCsv } from '#shared/table/csv.ts';
import type { DataTableState } from '#shared/table/use-data-table.ts';
import { MoveDialog } from './move-dialog.tsx';

const words = rooms.sources;

/** What can be done with all selected sources. */
export function SourceBulkBar({
  table,
  knownTags,
  knowledgeBases,
  selectMatching,
}: {
  table: DataTableState<Source>;
  knownTags: readonly string[];
  knowledgeBases: readonly KnowledgeBase[];
  selectMatching: { count: string; run: () => Promise<void> } | undefined;
}) {
  const { selected, clear } = table;
  const [asked, setAsked] = useState<BulkAction>();
  const bulk = useBulk();
  const count = selected.length;
  const run = (action: BulkAction, tags?: string[]): void =>
    bulk.mutate(
      { action, ids: selected.map(({ id }) => id), ...(tags && { tags }) },
      {
        onSuccess: () => {
          setAsked(undefined);
          clear();
        },
      },
    );
  const end = (): void => setAsked(undefined);
  return (
    <BulkBar table={table} label={words.bulk.label} selectMatching={selectMatching}>
      <Tool label={words.bulk.reindex} icon={RefreshCw} isBusy={bulk.isPending} run={() => run('reindex')} />
      {knowledgeBases.length > 1 && (
        <Tool label={words.moving.action} icon={FolderInput} run={() => setAsked('move')} />
      )}
      <Tool label={words.bulk.tag} icon={Tag} run={() => setAsked('add_tags')} />
      <span className="hidden sm:contents">
        <Tool label={words.bulk.untag} icon={Tags} run={() => setAsked('remove_tags')} />
        <Tool
          label={rooms.table.exportSelected}
          icon={Download}
          isIconAlone
          run={() => downloadCsv('sources', table.columns, selected)}
        />
      </span>
      <span aria-hidden className="h-5 border-s border-field sm:mx-1" />
      <Tool label={text.common.delete} icon={Trash2} isDanger run={() => setAsked('delete')} />
      <Confirm
        isOpen={asked === 'delete'}
        close={end}
        title={words.bulk.deleteTitle({ count })}
        about={words.bulk.deleteAbout({ count })}
        action={text.common.delete}
        isBusy={bulk.isPending}
        confirm={() => run('delete')}
      />
      {asked === 'move' && (
        <MoveDialog sources={selected} knowledgeBases={knowledgeBases} close={end} done={clear} />
      )}
      {(asked === 'add_tags' || asked === 'remove_tags') && (
        <TagsDialog
          title={(asked === 'add_tags' ? words.bulk.tagTitle : words.bulk.untagTitle)({ count })}
          action={asked === 'add_tags' ? words.bulk.tag : words.bulk.untag}
          known={knownTags}
          isBusy={bulk.isPending}
          close={end}
          run={(tags) => run(asked, tags)}
        />
      )}
    </BulkBar>
  );
}

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
