import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import { lazyPart } from '#shared/lazy-part.ts';
import type { Notice } from './notice.ts';

type Tell = (message: string, tone?: Notice['tone'], action?: Notice['action']) => void;

const Context = createContext<Tell>(() => {});

const Toasts = lazyPart(() => import('./toasts.tsx'), 'Toasts');

/** Short notices in the corner of the page, announced to screen readers. The first one loads what shows them. */
export function Notices({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Notice[]>();
  const tell = useCallback<Tell>(
    (message, tone = 'good', action) => setWaiting((before = []) => [...before, { message, tone, action }]),
    [],
  );
  const taken = useCallback(
    (notices: readonly Notice[]) =>
      setWaiting((before = []) => before.filter((each) => !notices.includes(each))),
    [],
  );
  return (
    <Context value={tell}>
      {children}
      {waiting && (
        <Suspense>
          <Toasts notices={waiting} taken={taken} />
        </Suspense>
      )}
    </Context>
  );
}

export const useNotices = (): Tell => useContext(Context);

/** Whether the element is part of a notice. */
export const isInNotices = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null;
