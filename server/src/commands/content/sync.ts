import { watch } from 'node:fs';
import type { Call } from '#commands/command.ts';
import type { EnvironmentName } from '#commands/environment-of.ts';
import { print } from '#commands/with-store.ts';
import { withConnection } from './connect.ts';
import { openService, type Service } from './service.ts';
import { assertWhole, type SyncOptions, summaryOf, syncFolder } from './sync-folder.ts';

/** What says which files of a folder are taken, and how. */
export type FolderValues = {
  include: string[];
  exclude: string[];
  'no-gitignore': boolean;
  prefix: string | undefined;
  'knowledge-base': string | undefined;
  tag: string[];
  'no-wait': boolean;
  environment: EnvironmentName | undefined;
  json: boolean;
};

type SyncValues = FolderValues & { watch: boolean; 'dry-run': boolean; keep: boolean; force: boolean };

/** `footnote sync`: brings the sources of a folder in step with its files. */
export async function syncCommand(call: Call<SyncValues>): Promise<void> {
  const { values, args } = call;
  const [folder = ''] = args;
  const options: SyncOptions = {
    ...folderOptions(folder, values),
    isDryRun: values['dry-run'],
    isDeleting: !values.keep,
    isForced: values.force,
  };
  await withConnection(call, values['dry-run'] ? 'read_only' : 'read_write', async (connection) => {
    const service = openService(connection);
    if (values.watch) await syncOnChange(service, options, values.json);
    else assertWhole(await syncOnce(service, options, values.json));
  });
}

export const folderOptions = (folder: string, values: FolderValues) => ({
  folder,
  include: values.include,
  exclude: values.exclude,
  isGitObeyed: !values['no-gitignore'],
  prefix: values.prefix,
  knowledgeBaseId: values['knowledge-base'],
  tags: values.tag,
  isWaiting: !values['no-wait'],
});

async function syncOnce(service: Service, options: SyncOptions, json: boolean) {
  const result = await syncFolder(service, options);
  print(json, result, summaryOf(result, options.isDryRun));
  return result;
}

/** Editors write a file in several steps, and a checkout changes many at once. */
const QUIET_MS = 300;

/** Syncs, and again after each change, until the command is stopped. One run may fail: the next one repeats what is missing. */
async function syncOnChange(service: Service, options: SyncOptions, json: boolean): Promise<void> {
  const hashes: SyncOptions['hashes'] = new Map();
  let wake = (): void => {};
  let hasChanged = true;
  const watcher = watch(options.folder, { recursive: true, signal: service.signal }, () => {
    hasChanged = true;
    wake();
  });
  watcher.on('error', () => {});
  service.signal.addEventListener('abort', () => wake());
  while (!service.signal.aborted) {
    if (hasChanged) {
      hasChanged = false;
      const { withheld } = await syncOnce(service, { ...options, hashes }, json);
      if (withheld !== undefined) console.error(withheld);
      console.error(`Watching ${options.folder}. Stop with Ctrl-C.`);
    }
    if (!hasChanged) await new Promise<void>((resolve) => (wake = resolve));
    if (!service.signal.aborted) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
}
