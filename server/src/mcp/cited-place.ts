import { linkedName } from '#lib/linked-name.ts';

type Cited = {
  source_name: string;
  link?: string | undefined;
  heading?: string | undefined;
  page?: number | undefined;
};

/** Where a passage stands, in Markdown: `[Handbook](https://…) › Prices › page 3`. */
export const placeOf = ({ source_name, link, heading, page }: Cited): string =>
  [linkedName(source_name, link), heading, page === undefined ? undefined : `page ${page}`]
    .filter((part) => part !== undefined)
    .join(' › ');
