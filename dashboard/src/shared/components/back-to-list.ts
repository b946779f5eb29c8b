import { useRouter } from '@tanstack/react-router';

export type ListPath = '/agents' | '/conversations' | '/sources' | '/sources/crawls' | '/settings/webhooks';

type Place = { search: string; steps: number };

/** The list as somebody left it who came from there, straight or over pages below it: what it was filtered by, as in the
 *  address, and how many steps back in the history it stands. Undefined for whoever came another way, and in browsers older
 *  than 2026, some of which do not tell where one was. */
export function listBefore(list: ListPath): Place | undefined {
  const navigation = window.navigation as Navigation | undefined;
  const index = navigation?.currentEntry?.index ?? 0;
  const before = navigation?.entries().slice(0, index).reverse() ?? [];
  for (const [at, { url }] of before.entries()) {
    if (url === null) return undefined;
    const { pathname, search } = new URL(url);
    if (pathname === list) return { search, steps: at + 1 };
    if (!pathname.startsWith(`${list}/`)) return undefined;
  }
  return undefined;
}

/** Leads to the list: back to it as it was, with its filters and the place where it was read, or else to all of it. */
export function useBackToList(list: ListPath): () => void {
  const { history, navigate } = useRouter();
  return () => {
    const before = listBefore(list);
    if (before) history.go(-before.steps);
    else void navigate({ to: list });
  };
}
