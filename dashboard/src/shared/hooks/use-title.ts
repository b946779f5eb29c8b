import { useEffect } from 'react';
import { text } from '#shared/strings/text.ts';

/** Names the tab of the browser: by it one finds a page among others, and in the history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = text.common.tabTitle(title);
  }, [title]);
}
