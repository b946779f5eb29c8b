import type { ReactNode } from 'react';

/** A list of facts. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[10rem_minmax(0,1fr)]">{children}</dl>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
    <dt className="text-quiet">{name}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </div>
);
