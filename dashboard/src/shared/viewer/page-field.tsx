import { useId, useState } from 'react';
import { viewer as words } from '#shared/strings/viewer.ts';

/** The number of the page that is seen. Another one goes to it with Enter. */
export function PageField({ page, count, go }: { page: number; count: number; go: (page: number) => void }) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  return (
    <form
      className="flex items-center gap-1.5 text-small"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = Math.round(Number(typed));
        if (typed !== undefined && wanted >= 1) go(Math.min(wanted, count));
        setTyped(undefined);
      }}
    >
      <label htmlFor={id} className="sr-only">
        {words.pageNumber}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(undefined)}
        className="min-h-8 w-14 rounded-control border border-field bg-panel px-2 text-end"
      />
      <span className="text-quiet">{words.ofPages(count)}</span>
    </form>
  );
}
