import type { ReactNode } from 'react';
import { Sheet } from '#shared/components/sheet.tsx';
import { text } from '#shared/strings/text.ts';

/** The menu on small screens. */
export const Drawer = ({ close, children }: { close: () => void; children: ReactNode }) => (
  <Sheet
    isOpen
    isModal
    isTitleHidden
    close={close}
    title={text.common.menu}
    side="start"
    className="w-[min(17rem,85vw)]"
  >
    {children}
  </Sheet>
);
