import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, RotateCw, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { withVisibleMarks } from '#server/isomorphic/visible-marks.ts';
import { Button, IconButton } from '#shared/components/button.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { formatBytes } from '#shared/format.ts';
import { useMedia } from '#shared/hooks/use-media.ts';
import { text } from '#shared/strings/text.ts';
import { applyChanges } from './apply-changes.ts';
import { SourceStatusWord } from './source-status.tsx';
import { isDone, isDuplicate, isProblem, isRetryable, isUnderWay, type Upload } from './upload.ts';
import { uploads, useUploads } from './uploads.ts';
import { useSourceChanges } from './use-source-changes.ts';

const words = text.addSources;

/** The uploads and their outcomes, over every page; nothing if there are none. */
export function UploadTray() {
  const all = useUploads();
  const queryClient = useQueryClient();
  // On phones it would cover the page.
  const isNarrow = useMedia('(max-width: 47.99rem)');
  const [isOpen, setOpen] = useState(!isNarrow);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  useRoomFor(frame);
  useEffect(
    () => uploads.whenStored((source) => applyChanges(queryClient, new Map([[source.id, source]]))),
    [queryClient],
  );
  if (all.length === 0) return null;
  const isAnyUnderWay = all.some(isUnderWay);
  const share = all.reduce((sum, upload) => sum + shareOf(upload), 0) / all.length;
  return (
    <section
      ref={setFrame}
      className="fixed end-3 bottom-3 z-20 w-[min(26rem,calc(100vw-1.5rem))] rounded-panel border border-line bg-raised shadow-raised"
      aria-labelledby="uploads"
    >
      {all.some((upload) => isUnderWay(upload) || upload.source?.status === 'processing') && <Following />}
      <header className="flex items-center gap-1 py-1 pe-1 ps-3.5">
        <div className="grid min-w-0 flex-1 py-1">
          <h2 id="uploads" className="font-semibold">
            {words.uploads.title}
          </h2>
          <Summary all={all} />
        </div>
        {!isAnyUnderWay && <IconButton icon={X} label={words.uploads.clear} onClick={uploads.clear} />}
        <IconButton
          icon={isOpen ? ChevronDown : ChevronUp}
          label={isOpen ? words.uploads.collapse : words.uploads.expand}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </header>
      {share < 1 && (
        <div className="px-3.5 pb-2">
          <ProgressBar value={share} label={words.uploads.progressOfAll} />
        </div>
      )}
      {isOpen && <Details all={all} isAnyUnderWay={isAnyUnderWay} />}
    </section>
  );
}

/** Keeps the uploads up to date on pages that follow no sources. */
function Following(): null {
  useSourceChanges();
  return null;
}

/** How much of a file is done: half is to send it, half to index it. */
const shareOf = (upload: Upload): number =>
  isUnderWay(upload)
    ? upload.share / 2
    : upload.source?.status === 'processing' && !upload.isKnown
      ? (1 + upload.source.progress) / 2
      : 1;

/** Lets the page scroll past the tray, and puts notices above it. */
function useRoomFor(frame: HTMLElement | null): void {
  useEffect(() => {
    if (!frame) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--tray', `${frame.offsetHeight + 12}px`));
    observer.observe(frame);
    return () => {
      observer.disconnect();
      style.removeProperty('--tray');
    };
  }, [frame]);
}

function Summary({ all }: { all: readonly Upload[] }) {
  const done = all.filter(isDone).length;
  const problems = all.filter(isProblem).length;
  const duplicates = all.filter(isDuplicate).length;
  const isSettled = done + problems + duplicates === all.length;
  return (
    <p className="text-small text-quiet" aria-live="polite">
      {isSettled ? words.uploads.indexed({ count: done }) : words.uploads.summary({ done, all: all.length })}
      {duplicates > 0 && ` · ${words.uploads.duplicates({ count: duplicates })}`}
      {problems > 0 && (
        <>
          {' · '}
          <span className="text-bad">{words.uploads.problems({ count: problems })}</span>
        </>
      )}
    </p>
  );
}

function Details({ all, isAnyUnderWay }: { all: readonly Upload[]; isAnyUnderWay: boolean }) {
  const [isOnlyProblems, setOnlyProblems] = useState(false);
  const problems = all.filter(isProblem);
  const shown = isOnlyProblems && problems.length > 0 ? problems : all;
  const isAnyRetryable = all.some(isRetryable);
  return (
    <>
      <ul
        className="max-h-72 overflow-y-auto border-t border-line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        aria-label={words.uploads.title}
      >
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {(problems.length > 0 || isAnyUnderWay || isAnyRetryable) && (
        <div className="flex flex-wrap items-center justify-end gap-x-1 border-t border-line p-1">
          {problems.length > 0 && (
            <Button look="quiet" className="px-2!" onClick={() => setOnlyProblems(!isOnlyProblems)}>
              {isOnlyProblems ? words.uploads.showAll : words.uploads.onlyProblems}
            </Button>
          )}
          {isAnyRetryable && (
            <Button look="quiet" className="px-2!" onClick={uploads.retryAll}>
              {words.uploads.retryAll}
            </Button>
          )}
          {isAnyUnderWay && (
            <Button look="quiet" className="px-2!" onClick={uploads.cancelAll}>
              {words.uploads.cancelAll}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

const UploadRow = ({ upload }: { upload: Upload }) => {
  const { id, file } = upload;
  const shownName = withVisibleMarks(file.name);
  return (
    <li className="flex min-h-11 items-center gap-2 border-b border-line py-1.5 pe-1.5 ps-3.5 last:border-b-0">
      <div className="grid min-w-0 flex-1">
        <span className="flex min-w-0 gap-2">
          <span className="truncate" {...tip(shownName)}>
            {shownName}
          </span>
          <span className="shrink-0 text-quiet">{formatBytes(file.size)}</span>
        </span>
        <div className="min-w-0 text-small">
          <Outcome upload={upload} />
        </div>
      </div>
      <span className="flex shrink-0 justify-end">
        {isUnderWay(upload) && (
          <IconButton
            icon={X}
            label={words.uploads.cancel({ name: shownName })}
            onClick={() => uploads.cancel(id)}
          />
        )}
        {isRetryable(upload) && (
          <IconButton
            icon={RotateCw}
            label={words.uploads.retry({ name: shownName })}
            onClick={() => uploads.retry(id)}
          />
        )}
        {upload.isKnown && (
          <Button look="quiet" onClick={() => uploads.retry(id, { onDuplicate: 'keep' })}>
            {words.uploads.keepBoth}
          </Button>
        )}
      </span>
    </li>
  );
};

function Outcome({ upload }: { upload: Upload }) {
  const { state, share, file, reason, source, isKnown } = upload;
  if (state === 'waiting')
    return <span className="text-quiet">{words.uploads.held[uploads.heldBy() ?? 'queue']}</span>;
  if (state === 'cancelled') return <span className="text-quiet">{words.uploads.cancelled}</span>;
  if (state === 'refused') return <span className="text-bad">{reason}</span>;
  if (state === 'sending' || !source)
    return (
      <div className="grid gap-1">
        <span className="text-quiet">{words.uploads.sending({ share })}</span>
        <ProgressBar value={share} label={words.uploads.progressOf({ name: withVisibleMarks(file.name) })} />
      </div>
    );
  const link = (content: ReactNode) => (
    <Link to="/sources/$id" params={{ id: source.id }} className="underline">
      {content}
    </Link>
  );
  if (isKnown)
    return (
      <>
        <span className="block truncate text-quiet">
          {words.uploads.known} {link(source.name)}
        </span>
        {source.error && (
          <span className="text-bad">
            {words.uploads.knownFailed} {source.error.message}
          </span>
        )}
      </>
    );
  return (
    <>
      <SourceStatusWord source={source} />{' '}
      {source.error && <span className="text-bad">{source.error.message}</span>} {link(words.uploads.open)}
    </>
  );
}
