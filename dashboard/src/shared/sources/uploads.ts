import { useSyncExternalStore } from 'react';
import { formatBytes } from '#shared/format.ts';
import { text } from '#shared/strings/text.ts';
import { sendUpload } from './send-upload.ts';
import type { Source } from './source.ts';
import { latestOf, thisMoment } from './source-news.ts';
import { isUnderWay, type Upload } from './upload.ts';

const words = text.addSources;

/** Uploads live outside the pages, so that they go on during navigation. */

type Destination = Pick<Upload, 'knowledgeBaseId' | 'tags'>;

/** A browser allows six connections to a host, and the page needs some. */
const AT_ONCE = 3;

let all: readonly Upload[] = [];
let lastId = 0;
/** The service asked to wait. */
let isHeld = false;
let onStored: (source: Source) => void = () => {};
const listeners = new Set<() => void>();
const running = new Map<number, XMLHttpRequest>();

export const uploads = {
  /** fileBytes: the size of the largest file; without it the service says which are too large. */
  add: (files: readonly File[], to: Destination, fileBytes: number | undefined): void => {
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
        const { reason: _reason, source: _source, isKnown: _isKnown, ...rest } = upload;
        return { ...rest, ...more, state: 'waiting' };
      }),
    );
    startNext();
  },
  /** Removes finished uploads from the list. */
  clear: (): void => change((before) => before.filter(isUnderWay)),
  /** Registers what to do with each stored source. */
  whenStored: (callback: typeof onStored): void => {
    onStored = callback;
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
  isHeld: (): boolean => isHeld,
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
  const upload = { ...to, id: ++lastId, file, share: 0, onDuplicate: 'skip' as const };
  if (file.size > fileBytes)
    return { ...upload, state: 'refused', reason: words.uploads.tooLarge({ limit: formatBytes(fileBytes) }) };
  if (file.size === 0) return { ...upload, state: 'refused', reason: words.uploads.emptyFile };
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
    if (isHeld || running.size >= AT_ONCE) return;
    if (upload.state === 'waiting') start(upload);
  }
}

function start(upload: Upload): void {
  const { id } = upload;
  update(id, { state: 'sending', share: 0 });
  const begun = thisMoment();
  const xhr = sendUpload(upload, {
    onProgress: (share) => update(id, { share }),
    onEnd: (outcome) => {
      running.delete(id);
      if ('holdSeconds' in outcome) hold(id, outcome.holdSeconds);
      else if (outcome.source) {
        // A short file may be indexed before the response arrives.
        const source = latestOf(outcome.source, begun);
        update(id, { ...outcome, source });
        onStored(source);
      } else update(id, outcome);
      startNext();
    },
  });
  running.set(id, xhr);
}

/** Pauses all uploads: the next would get the same response. */
function hold(id: number, seconds: number): void {
  isHeld = true;
  update(id, { state: 'waiting', share: 0 });
  setTimeout(() => {
    isHeld = false;
    startNext();
  }, seconds * 1_000);
}

function cancel(id: number): void {
  running.get(id)?.abort();
  running.delete(id);
  update(id, { state: 'cancelled' });
  startNext();
}
