import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '#shared/components/button.tsx';
import { Loading } from '#shared/components/page.tsx';
import { formatBytes } from '#shared/format.ts';
import { lazyPart } from '#shared/lazy-part.ts';
import type { Source } from '#shared/sources/source.ts';
import { viewer as words } from '#shared/strings/viewer.ts';
import { CodeText, DrawnText } from './drawn-text.tsx';
import { NotShown } from './not-shown.tsx';
import { PictureView } from './picture-view.tsx';
import type { ViewProps } from './view-props.ts';
import { pagesOf } from './where-is.ts';

const PdfView = lazyPart(() => import('./pdf-view.tsx'), 'PdfView');

/** Larger files are loaded only on request. */
const LARGE_BYTES = 100 * 1024 * 1024;

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml']);
const CODE =
  /\.(?:c|cc|cpp|cs|css|go|h|hpp|java|js|jsx|kt|lua|mjs|php|pl|py|r|rb|rs|scala|sh|sql|swift|toml|ts|tsx|vue|ya?ml|ini|conf|cfg|env|log)$/i;

type Kind = 'pdf' | 'picture' | 'other-picture' | 'code' | 'drawn';

/** How an original is shown: by its bytes, or by its name before they are read. */
function kindOf({ type, mime_type = '', file_name = '' }: Source): Kind {
  const isUnread = mime_type === '' || mime_type === 'application/octet-stream';
  if (mime_type === 'application/pdf' || (isUnread && /\.pdf$/i.test(file_name))) return 'pdf';
  if (PICTURES.has(mime_type)) return 'picture';
  if (mime_type.startsWith('image/')) return 'other-picture';
  if (type === 'document' && mime_type.startsWith('text/plain') && CODE.test(file_name)) return 'code';
  return 'drawn';
}

/** A source as it was: pages of a PDF, a picture, or the document drawn from its text. Fills the height it is given. */
export function OriginalView({ source, ...view }: Omit<ViewProps, 'hasMarks'> & { source: Source }) {
  const [isWanted, setWanted] = useState(false);
  const kind = kindOf(source);
  const isNew = source.status !== 'indexed' && source.indexed_at !== undefined;
  const newer = source.status === 'failed' ? words.newer.failed : words.newer.processing;
  const props = { source, ...view, hasMarks: source.status === 'indexed' };
  if (kind === 'other-picture')
    return <NotShown source={source} title={words.otherPicture} about={words.otherPictureAbout} />;
  if (kind === 'pdf' || kind === 'picture') {
    if ((source.size_bytes ?? 0) > LARGE_BYTES && !isWanted)
      return (
        <NotShown
          source={source}
          title={words.large(formatBytes(source.size_bytes ?? 0))}
          about={words.largeAbout}
        >
          <Button onClick={() => setWanted(true)}>{words.showAnyway}</Button>
        </NotShown>
      );
    return (
      <Noted note={isNew ? newer.file : undefined}>
        <Suspense fallback={<Loading lines={12} />}>
          {kind === 'pdf' ? <PdfView {...props} /> : <PictureView {...props} />}
        </Suspense>
      </Noted>
    );
  }
  if (source.indexed_at === undefined) return <NotReady source={source} />;
  return (
    <Noted note={isNew ? newer.text : undefined}>
      {kind === 'code' ? <CodeText {...props} /> : <DrawnText {...props} pagesOf={pagesOf(source)} />}
    </Noted>
  );
}

const Noted = ({ note, children }: { note: string | undefined; children: ReactNode }) => (
  <div className="flex h-full min-h-0 flex-col">
    {note && (
      <p role="status" className="border-b border-line bg-warning-ground px-4 py-1.5 text-small text-warning">
        {note}
      </p>
    )}
    <div className="min-h-0 flex-1">{children}</div>
  </div>
);

const NotReady = ({ source }: { source: Source }) =>
  source.status === 'failed' ? (
    <NotShown
      source={source}
      title={words.failed}
      about={source.error?.message ?? ''}
      hasFile={source.size_bytes !== undefined}
    />
  ) : (
    <NotShown
      source={source}
      title={words.indexing}
      about={words.indexingAbout}
      hasFile={source.size_bytes !== undefined}
    />
  );
