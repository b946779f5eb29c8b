import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';

type Notice = { id: number; message: string; tone: 'good' | 'bad' };
type Tell = (message: string, tone?: Notice['tone']) => void;

const Context = createContext<Tell>(() => {});

const SHOWN_MS = 5_000;

/** Short notices in the corner of the page, announced to screen readers. */
export function Notices({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const lastId = useRef(0);
  const tell = useCallback<Tell>((message, tone = 'good') => {
    const id = ++lastId.current;
    setNotices((all) => [...all.slice(-2), { id, message, tone }]);
    setTimeout(() => setNotices((all) => all.filter((notice) => notice.id !== id)), SHOWN_MS);
  }, []);
  return (
    <Context value={tell}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed end-4 bottom-4 z-50 grid gap-2"
      >
        {notices.map(({ id, message, tone }) => (
          <p
            key={id}
            className={`max-w-sm rounded-panel border px-4 py-2 shadow-lg ${tone === 'good' ? 'border-line bg-panel text-ink' : 'border-bad/40 bg-bad-ground text-bad'}`}
          >
            {message}
          </p>
        ))}
      </div>
    </Context>
  );
}

export const useNotices = (): Tell => useContext(Context);
