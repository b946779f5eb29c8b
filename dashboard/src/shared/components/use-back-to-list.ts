import { useRouter } from '@tanstack/react-router';

export type ListPath =
  | '/agents'
  | '/conversations'
  | '/evaluations'
  | '/knowledge-bases'
  | '/sources'
  | '/sources/connectors'
  | '/sources/crawls'
  | '/settings/webhooks';

type Place = { search: string; steps: number };

/** The list as it was left, if the visitor came from it directly or through pages below it: its filters as in the
 *  URL, and how many steps back in the history it is. Undefined for visitors who came another way, and in browsers older
 *  than 2026, some of which do not expose the history. */
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

/** Goes back to the list with its filters and scroll position, or else to the unfiltered list. */
export function useBackToList(list: ListPath): () => void {
  const { history, navigate } = useRouter();
  return () => {
    const before = listBefore(list);
    if (before) history.go(-before.steps);
    else void navigate({ to: list });
  };
}
