import { useEffect } from 'react';
import { text } from '#shared/strings/text.ts';

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = text.common.tabTitle({ page: title });
  }, [title]);
}
