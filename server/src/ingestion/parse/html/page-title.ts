import type { PageHead } from './page-head.ts';

/** The page title without the site name, if the heading shows which part of it that is. */
export function titleOf({ title, siteTitle }: PageHead, heading: string): string | undefined {
  const names = [siteTitle, title].filter((name) => name !== undefined);
  const isPart = names.some((name) => isPartOf(name.toLowerCase(), heading.toLowerCase()));
  const found = isPart ? heading : (names[0] ?? heading);
  return found === '' ? undefined : found.slice(0, LONGEST_TITLE);
}

const LONGEST_TITLE = 300;

/** True if the heading is one part of a title such as `Topic - Heading | Site`. */
function isPartOf(name: string, heading: string): boolean {
  if (heading === '') return false;
  for (let start = name.indexOf(heading); start >= 0; start = name.indexOf(heading, start + 1))
    if (ENDS_PART.test(name.slice(0, start)) && BEGINS_PART.test(name.slice(start + heading.length)))
      return true;
  return false;
}

const ENDS_PART = /(?:^|\s[|\-–—·•:»/]\s|[｜：]\s?)$/;
const BEGINS_PART = /^(?:$|\s?[|\-–—·•:»/]\s|\s?[｜：])/;
