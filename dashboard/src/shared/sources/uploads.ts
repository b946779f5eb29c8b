import { useSyncExternalStore } from 'react';
import { LIMITS } from '#server/lib/limits.ts';
import { sources as words } from '#shared/strings/sources.ts';
import { sendUpload } from './send-upload.ts';
import type { Source } from './source.ts';
import { latestOf, thisMoment } from './source-news.ts';
import { isUnderWay, type Upload } from './upload.ts';

/** Files on their way to the service. They live beside the pages, so that one may look around meanwhile. */

/** A browser keeps six connections to a host: the page needs some for itself. */
const AT_ONCE = 3;

let all: readonly Upload[] = [];
let lastId = 0;
/** The service asked to wait. */
let isHeld = false;
let onStored: (source: Source) => void = () => {};
const listeners = new Set<() => void>();
const running = new Map<number, XMLHttpRequest>();

export const uploads = {
  add: (files: readonly File[], to: Pick<Upload, 'knowledgeBaseId' | 'tags'>): void => {
    change((before) => [...before, ...files.map((file) => newUpload(file, to))]);
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
  /** Those that are over leave the list. */
  clear: (): void => change((before) => before.filter(isUnderWay)),
  /** What to do with each source as soon as the service has it. */
  whenStored: (callback: typeof onStored): void => {
    onStored = callback;
  },
  /** What is known of a source now. Without one it was deleted, and leaves the list. */
  follow: (id: string, source: Source | undefined): void => {
    if (all.some((upload) => upload.source?.id === id))
      change((before) =>
        before.flatMap((upload) => {
          if (upload.source?.id !== id) return [upload];
          return source ? [{ ...upload, source }] : [];
        }),
      );
  },
  /** Ids of the sources that were being indexed when they were last heard of. */
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

function newUpload(file: File, to: Pick<Upload, 'knowledgeBaseId' | 'tags'>): Upload {
  const upload = { ...to, id: ++lastId, file, share: 0, onDuplicate: 'skip' as const };
  if (file.size > LIMITS.fileBytes) return { ...upload, state: 'refused', reason: words.uploads.tooLarge };
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

/** The browser asks whether to leave while something is under way. */
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
        // A short one may be indexed before the answer is here.
        const source = latestOf(outcome.source, begun);
        update(id, { ...outcome, source });
        onStored(source);
      } else update(id, outcome);
      startNext();
    },
  });
  running.set(id, xhr);
}

/** All wait, for the next would be told the same. */
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
