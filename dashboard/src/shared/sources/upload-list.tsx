import { Link } from '@tanstack/react-router';
import { RotateCw, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { withVisibleMarks } from '#server/isomorphic/visible-marks.ts';
import { Button, IconButton } from '#shared/components/button.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { formatBytes } from '#shared/format.ts';
import { addSources as words } from '#shared/strings/add-sources.ts';
import { SourceStatusWord } from './source-status.tsx';
import { isDone, isDuplicate, isProblem, isUnderWay, type Upload } from './upload.ts';
import { uploads, useUploads } from './uploads.ts';

/** The uploads and their outcomes; nothing if there are none. */
export function UploadList() {
  const all = useUploads();
  const [isOnlyProblems, setOnlyProblems] = useState(false);
  const isAnyUnderWay = all.some(isUnderWay);
  if (all.length === 0) return null;
  const problems = all.filter(isProblem);
  const duplicates = all.filter(isDuplicate).length;
  const shown = isOnlyProblems && problems.length > 0 ? problems : all;
  return (
    <section className="rounded-panel border border-line bg-panel shadow-panel" aria-labelledby="uploads">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 pr-1.5 pl-4">
        <h2 id="uploads" className="font-semibold">
          {words.uploads.title}
        </h2>
        <span className="text-quiet" aria-live="polite">
          {words.uploads.summary(all.filter(isDone).length, all.length)}
          {duplicates > 0 && ` · ${words.uploads.duplicates(duplicates)}`}
        </span>
        {problems.length > 0 && (
          <button
            type="button"
            className="order-last min-h-8 w-full text-left text-bad underline sm:order-none sm:w-auto"
            onClick={() => setOnlyProblems(!isOnlyProblems)}
          >
            {words.uploads.problems(problems.length)}
            {' · '}
            {isOnlyProblems ? words.uploads.showAll : words.uploads.onlyProblems}
          </button>
        )}
        {isAnyUnderWay && (
          <Button look="quiet" className="ml-auto px-2!" onClick={uploads.cancelAll}>
            {words.uploads.cancelAll}
          </Button>
        )}
        {!isAnyUnderWay && (
          <Button look="quiet" className="ml-auto px-2!" onClick={uploads.clear}>
            {words.uploads.clear}
          </Button>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <ul className="max-h-72 overflow-y-auto" tabIndex={0} aria-label={words.uploads.title}>
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

const UploadRow = ({ upload }: { upload: Upload }) => {
  const { id, file, state } = upload;
  const shownName = withVisibleMarks(file.name);
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line py-1 pr-1.5 pl-4 last:border-b-0">
      <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:items-center">
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
      <span className="flex justify-end sm:w-28">
        {isUnderWay(upload) && (
          <IconButton icon={X} label={words.uploads.cancel(shownName)} onClick={() => uploads.cancel(id)} />
        )}
        {((state === 'refused' && !upload.isFinal) || state === 'cancelled') && (
          <IconButton
            icon={RotateCw}
            label={words.uploads.retry(shownName)}
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
        <span className="text-quiet">{words.uploads.sending(Math.round(share * 100))}</span>
        <ProgressBar value={share} label={words.uploads.progressOf(withVisibleMarks(file.name))} />
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
