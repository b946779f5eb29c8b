import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Source } from '#shared/sources/source.ts';
import { SOURCES } from '#shared/sources/source-queries.ts';
import { viewer as words } from '#shared/strings/viewer.ts';

/** In place of an original that can't be shown: why, and what to do instead. */
export const NotShown = ({
  source,
  title,
  about,
  hasFile = true,
  children,
}: {
  source: Pick<Source, 'id'>;
  title: string;
  about?: string;
  hasFile?: boolean;
  /** More to do. */
  children?: ReactNode;
}) => (
  <div className="grid justify-items-center gap-3 px-4 py-12 text-center" role="status">
    <p className="font-semibold">{title}</p>
    {about && <p className="max-w-prose text-quiet">{about}</p>}
    <div className="flex flex-wrap justify-center gap-2">
      {children}
      {hasFile && (
        <a
          href={`${SOURCES}/${source.id}/file`}
          download
          className="inline-flex min-h-9 items-center gap-2 rounded-control border border-field bg-panel px-3 font-medium hover:bg-sunken"
        >
          <Download aria-hidden className="size-4" />
          {words.download}
        </a>
      )}
    </div>
  </div>
);
