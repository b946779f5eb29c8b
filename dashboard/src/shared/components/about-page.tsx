import { Info } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '#shared/lazy-part.ts';
import { text } from '#shared/strings/text.ts';
import { IconButton } from './button.tsx';

const Popover = lazyPart(() => import('./popover.tsx'), 'Popover');

/** What a page is for, behind an icon beside its title. Pressing it loads the popover. */
export function AboutPage({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState<boolean>();
  const button = (
    <IconButton
      icon={Info}
      label={text.common.aboutPage}
      {...(isOpen === undefined && {
        'aria-haspopup': 'dialog' as const,
        onPointerEnter: () => void import('./popover.tsx'),
        onClick: () => setOpen(true),
      })}
    />
  );
  if (isOpen === undefined) return button;
  return (
    <Suspense fallback={button}>
      <Popover label={text.common.aboutPage} isOpen={isOpen} change={setOpen} trigger={button}>
        {children}
      </Popover>
    </Suspense>
  );
}
