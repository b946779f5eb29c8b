import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { text } from '#shared/strings/text.ts';
import { IconButton } from './button.tsx';
import { Popover } from './popover.tsx';

/** What a page is for, behind an icon beside its title. */
export const AboutPage = ({ children }: { children: ReactNode }) => (
  <Popover
    label={text.common.aboutPage}
    className="w-80 p-3 text-body"
    trigger={<IconButton icon={Info} label={text.common.aboutPage} />}
  >
    {children}
  </Popover>
);
