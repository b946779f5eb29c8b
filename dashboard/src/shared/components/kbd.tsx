import type { ReactNode } from 'react';

/** A key of the keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-grid min-h-5 min-w-5 place-items-center rounded-small border border-line bg-sunken px-1 font-sans text-small text-quiet">
    {children}
  </kbd>
);
