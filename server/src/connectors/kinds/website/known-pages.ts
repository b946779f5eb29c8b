import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundDocument } from '#connectors/connector.ts';
import { replaceFile } from '#connectors/kinds/replace-file.ts';

/** A page in the last run: its document, the validators that tell whether it has changed, and its links within the site. */
export type KnownPage = {
  document: FoundDocument;
  etag: string | null;
  lastModified: string | null;
  links: readonly string[];
};

/** The pages of the last run on this machine, by the URL that was asked for. */
export type KnownPages = Map<string, KnownPage>;

/** Raised when what is kept of a page changes. */
const FORMAT = 1;
const MAX_BYTES = 64 * 1024 * 1024;

/** Links are numbers of addresses, because each page of a site repeats its menu. */
type Kept = {
  format: number;
  /** Whether scripts had run: the same page has another content then. */
  isRendered: boolean;
  addresses: string[];
  pages: [url: string, page: Omit<KnownPage, 'links'> & { links: number[] }][];
};

const FILE = 'pages.json';

/** Undefined if no run on this machine is remembered. */
export async function readKnownPages(folder: string, isRendered: boolean): Promise<KnownPages | undefined> {
  try {
    const file = join(folder, FILE);
    if ((await stat(file)).size > MAX_BYTES) return undefined;
    const kept = JSON.parse(await readFile(file, 'utf8')) as Kept;
    if (kept.format !== FORMAT || kept.isRendered !== isRendered) return undefined;
    return new Map(
      kept.pages.map(([url, page]) => [
        url,
        { ...page, links: page.links.map((index) => kept.addresses[index] ?? '').filter(Boolean) },
      ]),
    );
  } catch {
    return undefined;
  }
}

export async function saveKnownPages(folder: string, pages: KnownPages, isRendered: boolean): Promise<void> {
  const numbers = new Map<string, number>();
  const numberOf = (address: string): number => {
    const number = numbers.get(address) ?? numbers.size;
    numbers.set(address, number);
    return number;
  };
  const kept = [...pages].map(([url, page]): Kept['pages'][number] => [
    url,
    { ...page, links: page.links.map(numberOf) },
  ]);
  const text = JSON.stringify({
    format: FORMAT,
    isRendered,
    addresses: [...numbers.keys()],
    pages: kept,
  } satisfies Kept);
  await replaceFile(folder, FILE, text);
}
