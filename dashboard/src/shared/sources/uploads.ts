import { useSyncExternalStore } from 'react';
import { untilReady } from '#shared/api/service-reach.ts';
import { formatBytes } from '#shared/format.ts';
import { text } from '#shared/strings/text.ts';
import { kindNeverRead } from './never-read.ts';
import { forgetBegun, sendUpload } from './send-resumable.ts';
import type { Sending } from './send-upload.ts';
import type { Source } from './source.ts';
import { latestOf, thisMoment } from './source-news.ts';
import { needTray } from './tray-signal.ts';
import { isRetryable, isUnderWay, type Upload } from './upload.ts';

const words = text.addSources;

/** Uploads live outside the pages, so that they go on during navigation. */

type Destination = Pick<Upload, 'knowledgeBaseId' | 'tags'>;

/** How often a file is sent again after a lost connection, and how long after it. */
const MOST_LOSSES = 3;
const PAUSE_AFTER_LOSS_MS = 1_000;

/** A browser allows six connections to a host, and the page needs some. */
const AT_ONCE = 3;

let all: readonly Upload[] = [];
let lastId = 0;
/** Why nothing is sent now: the service asked to wait, or the connection was lost. */
let heldBy: 'busy' | 'lost' | undefined;
let onStored: (source: Source) => void = () => {};
const listeners = new Set<() => void>();
const running = new Map<number, Sending>();

export const uploads = {
  /** fileBytes: the size of the largest file; without it the service says which are too large. */
  add: (files: readonly File[], to: Destination, fileBytes: number | undefined): void => {
    needTray();
    change((before) => [...before, ...files.map((file) => newUpload(file, to, fileBytes))]);
    startNext();
  },
  cancel,
  cancelAll: (): void => {
    for (const { id, state } of all) if (state === 'waiting') update(id, { state: 'cancelled' });
    for (const id of [...running.keys()]) cancel(id);
  },
  retry: (id: number, more: Partial<Upload> = {}): void => {
    change((before) =>
      before.map((upload) => {
        if (upload.id !== id) return upload;
        const { reason: _reason, source, isKnown: _isKnown, begun, ...rest } = upload;
        const isAnother = source !== undefined;
        return { ...rest, losses: 0, ...more, state: 'waiting', begun: isAnother ? undefined : begun };
      }),
    );
    startNext();
  },
  /** Removes finished uploads from the list. */
  clear: (): void => change((before) => before.filter(isUnderWay)),
  /** Sends again what was refused and may succeed. */
  retryAll: (): void => {
    for (const { id } of all.filter(isRetryable)) uploads.retry(id);
  },
  /** Registers what to do with each stored source, of which some may be there already. */
  whenStored: (callback: typeof onStored): void => {
    onStored = callback;
    for (const { source } of all) if (source) callback(source);
  },
  /** Updates a source; undefined removes a deleted one from the list. */
  follow: (id: string, source: Source | undefined): void => {
    if (all.some((upload) => upload.source?.id === id))
      change((before) =>
        before.flatMap((upload) => {
          if (upload.source?.id !== id) return [upload];
          return source ? [{ ...upload, source }] : [];
        }),
      );
  },
  /** Ids of sources that were still processing at the last news. */
  unsettled: (): string[] =>
    all.flatMap(({ source }) => (source?.status === 'processing' ? [source.id] : [])),
  heldBy: (): typeof heldBy => heldBy,
};

export const useUploads = (): readonly Upload[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => all,
  );

function newUpload(file: File, to: Destination, fileBytes = Infinity): Upload {
  const upload = { ...to, id: ++lastId, file, share: 0, losses: 0, onDuplicate: 'skip' as const };
  const refused = (reason: string): Upload => ({ ...upload, state: 'refused', reason, isFinal: true });
  const kind = kindNeverRead(file.name);
  if (kind) return refused(words.uploads.unreadable[kind]);
  if (file.size > fileBytes) return refused(words.uploads.tooLarge({ limit: formatBytes(fileBytes) }));
  if (file.size === 0) return refused(words.uploads.emptyFile);
  return { ...upload, state: 'waiting' };
}

function change(next: (before: readonly Upload[]) => readonly Upload[]): void {
  all = next(all);
  if (all.some(isUnderWay)) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
  for (const listener of listeners) listener();
}

const update = (id: number, changes: Partial<Upload>): void =>
  change((before) => before.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

/** Makes the browser ask before leaving during an upload. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

function startNext(): void {
  for (const upload of all) {
    if (heldBy || running.size >= AT_ONCE) return;
    if (upload.state === 'waiting') start(upload);
  }
}

function start(upload: Upload): void {
  const { id } = upload;
  // What has arrived stays: the bar goes on from there.
  update(id, { state: 'sending', ...(!upload.begun && { share: 0 }) });
  const started = thisMoment();
  const sending = sendUpload(upload, {
    // A connection that has brought something is no reason to give up.
    onProgress: (share) => update(id, { share, ...(share > upload.share && { losses: 0 }) }),
    onBegun: (begun) => update(id, { begun }),
    onEnd: (outcome) => {
      running.delete(id);
      if ('holdSeconds' in outcome) {
        update(id, { state: 'waiting' });
        hold('busy', () => pause(outcome.holdSeconds * 1_000));
      } else if ('isLost' in outcome) lose(id);
      else if (outcome.source) {
        // A short file may be indexed before the response arrives.
        const source = latestOf(outcome.source, started);
        // After a lost response, the same file is there because this upload has stored it.
        update(id, { ...outcome, source, ...(upload.losses > 0 && !upload.begun && { isKnown: false }) });
        onStored(source);
      } else update(id, outcome);
      startNext();
    },
  });
  running.set(id, sending);
}

/** Pauses all uploads: the next would get the same response. */
function hold(why: 'busy' | 'lost', wait: () => Promise<void>): void {
  if (heldBy) return;
  heldBy = why;
  // Draws the reason.
  change((before) => [...before]);
  void wait().then(() => {
    heldBy = undefined;
    startNext();
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a file again once the service can be reached. After some attempts it is the file that breaks the connection. */
function lose(id: number): void {
  const { losses = 0 } = all.find((upload) => upload.id === id) ?? {};
  if (losses >= MOST_LOSSES) {
    update(id, { state: 'refused', reason: words.uploads.unreachable });
    return;
  }
  update(id, { state: 'waiting', losses: losses + 1 });
  hold('lost', async () => {
    await pause(PAUSE_AFTER_LOSS_MS);
    await untilReady();
  });
}

function cancel(id: number): void {
  running.get(id)?.abort();
  running.delete(id);
  const { begun } = all.find((upload) => upload.id === id) ?? {};
  if (begun) forgetBegun(begun);
  update(id, { state: 'cancelled', begun: undefined });
  startNext();
}
