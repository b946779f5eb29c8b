import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#shared/lazy-part.ts';

const TooltipHost = lazyPart(() => import('#shared/components/tooltip-host.tsx'), 'TooltipHost');

/** Loads the tooltips when the pointer or a key is first used: nothing needs one before. */
export function Tooltips() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const want = (): void => setWanted(true);
    const once = { once: true, passive: true };
    addEventListener('pointermove', want, once);
    addEventListener('keydown', want, once);
    return () => {
      removeEventListener('pointermove', want);
      removeEventListener('keydown', want);
    };
  }, []);
  return (
    isWanted && (
      <Suspense>
        <TooltipHost />
      </Suspense>
    )
  );
}
