import { CircleAlert, CircleCheck } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { text } from '#shared/strings/text.ts';
import type { Notice } from './notice.ts';

const COLOURS = {
  '--normal-bg': 'var(--raised)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
  '--border-radius': 'var(--radius-panel)',
  fontFamily: 'inherit',
} as CSSProperties;

/** Shows notices as they come. */
export function Toasts({
  notices,
  taken,
}: {
  notices: readonly Notice[];
  taken: (notices: readonly Notice[]) => void;
}) {
  useEffect(() => {
    if (notices.length === 0) return;
    for (const { message, tone, action } of notices) {
      const options = action && { action: { label: action.label, onClick: action.run } };
      if (tone === 'good') toast.success(message, options);
      else toast.error(message, options);
    }
    taken(notices);
  }, [notices, taken]);
  return (
    <Toaster
      position={document.dir === 'rtl' ? 'bottom-left' : 'bottom-right'}
      containerAriaLabel={text.common.notices}
      duration={5_000}
      style={COLOURS}
      // Above the tray of uploads.
      offset={{ bottom: 'calc(var(--tray, 0px) + 24px)' }}
      mobileOffset={{ bottom: 'calc(var(--tray, 0px) + 16px)' }}
      className="pointer-events-auto"
      icons={{
        success: <CircleCheck aria-hidden className="size-4 text-good" />,
        error: <CircleAlert aria-hidden className="size-4 text-bad" />,
      }}
      toastOptions={{
        classNames: {
          toast: 'shadow-raised! text-body! font-sans!',
          title: 'font-medium! [overflow-wrap:anywhere]',
        },
      }}
    />
  );
}
