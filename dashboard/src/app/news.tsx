import { NEWS } from 'virtual:news';
import { useState } from 'react';
import { Button } from '#shared/components/button.tsx';
import { Sheet } from '#shared/components/sheet.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';

const { overlays } = rooms;

const words = overlays.news;

const SHOWN_FIRST = 12;
/** The heading of what comes with the next version, which people who run a checkout have already. */
const UNRELEASED = 'Unreleased';

/** Recent changes, from the changelog at build time. */
export function News({ close }: { close: () => void }) {
  const [shown, setShown] = useState(SHOWN_FIRST);
  return (
    <Sheet
      isOpen
      isModal
      close={close}
      title={text.shell.news.label}
      about={words.about}
      className="w-full sm:w-md"
    >
      <ol lang="en" dir="ltr" className="px-4">
        {NEWS.slice(0, shown).map(({ version, kind, parts }) => (
          <li
            key={parts.map((part) => part.text).join('')}
            className="grid gap-1 border-b border-line py-3 last:border-b-0"
          >
            <p className="text-small text-quiet">
              {version === UNRELEASED ? kind : words.from({ kind, version })}
            </p>
            <p className="text-body [overflow-wrap:anywhere]">
              {parts.map((part) => (
                <Part key={part.text} {...part} />
              ))}
            </p>
          </li>
        ))}
      </ol>
      {NEWS.length > shown && (
        <div className="px-4 pb-4">
          <Button onClick={() => setShown(NEWS.length)}>{words.older}</Button>
        </div>
      )}
    </Sheet>
  );
}

function Part({ text: shown, code, href }: (typeof NEWS)[number]['parts'][number]) {
  if (code) return <code className="rounded-small bg-sunken px-1 font-mono text-small">{shown}</code>;
  if (href === undefined) return shown;
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-accent-ink underline">
      {shown}
    </a>
  );
}
