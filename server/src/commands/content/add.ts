import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Source } from '@footnote/sdk';
import type { Call } from '#commands/command.ts';
import { print, usageError } from '#commands/with-store.ts';
import { withConnection } from './connect.ts';
import { addFile, addPage, openService, type Service, waitForSource } from './service.ts';
import { type FolderValues, folderOptions } from './sync.ts';
import { assertWhole, type SyncResult, summaryOf, syncFolder } from './sync-folder.ts';

type AddValues = FolderValues & { name: string | undefined };

/** `footnote add`: adds files, folders, pages and standard input. */
export async function addCommand(call: Call<AddValues>): Promise<void> {
  const { values, args } = call;
  if (values.name !== undefined && args.length > 1) throw usageError('--name goes with one file only.');
  if (args.filter((what) => what === '-').length > 1)
    throw usageError('Standard input can only be read once.');
  if (args.includes('-') && values.name === undefined)
    throw usageError('Standard input has no name. Give one with --name, such as --name notes.md.');
  await withConnection(call, 'read_write', async (connection) => {
    const service = openService(connection);
    const results: unknown[] = [];
    for (const what of args) results.push(await addOne(service, what, values));
    if (values.json) print(true, results, '');
  });
}

async function addOne(service: Service, what: string, values: AddValues): Promise<unknown> {
  if (/^https?:\/\//i.test(what))
    return await addSource(service, what, values, () => addPage(service, what, fieldsOf(values)));
  if (what !== '-' && (await isFolder(what))) return await addFolder(service, what, values);
  const bytes = what === '-' ? await buffer(process.stdin) : await readFile(what);
  const name = values.name ?? basename(what);
  if (bytes.length === 0) throw usageError(`${what === '-' ? 'Standard input' : what} is empty.`);
  return await addSource(service, name, values, () => addFile(service, { ...fieldsOf(values), name, bytes }));
}

const fieldsOf = (values: AddValues) => ({
  knowledgeBaseId: values['knowledge-base'],
  tags: values.tag,
  name: values.name,
});

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(
      error.code === 'ENOENT'
        ? `There is no ${path} in ${process.cwd()}.`
        : `${path} cannot be read: ${error.code}.`,
    );
  });
  return found.isDirectory();
}

async function addSource(
  service: Service,
  what: string,
  values: AddValues,
  add: () => Promise<{ source: Source; isNew: boolean }>,
): Promise<Source> {
  const { source, isNew } = await add();
  const ready = isNew && !values['no-wait'] ? await waitForSource(service, source.id) : source;
  if (!values.json) print(false, {}, `${ready.id}  ${isNew ? ready.status : 'was there already'}  ${what}`);
  return ready;
}

async function addFolder(service: Service, folder: string, values: AddValues): Promise<SyncResult> {
  const options = { ...folderOptions(folder, values), isDryRun: false, isDeleting: false, isForced: false };
  const result = await syncFolder(service, options);
  if (!values.json) print(false, {}, `${summaryOf(result, false)}  ${folder}`);
  assertWhole(result);
  return result;
}
