import { createContext, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from 'react';
import { lazyPart } from '#shared/lazy-part.ts';
import type { CitedPlace, ShownPlaces } from '#shared/viewer/cited-place.ts';

const importSheet = () => import('./citation-sheet.tsx');
const CitationSheet = lazyPart(importSheet, 'CitationSheet');

/** Loads the sheet before it is needed. A failure shows when it is. */
export const loadSheet = (): void => void importSheet().catch(() => {});

type Desk = {
  shown: ShownPlaces | undefined;
  /** Shows one of some places beside the page. */
  show: (places: readonly CitedPlace[], index: number) => void;
  /** Whether the pointer is on the shown passage, or on the words that rest on it. */
  isLit: boolean;
  light: (isLit: boolean) => void;
};

const Context = createContext<Desk | undefined>(undefined);

/** The part of a page whose footnotes and results open beside it. */
export function CitationDesk({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownPlaces>();
  const [isLit, light] = useState(false);
  const show = useCallback((places: readonly CitedPlace[], index: number) => setShown({ places, index }), []);
  const desk = useMemo(() => ({ shown, show, isLit, light }), [shown, show, isLit]);
  return (
    <Context value={desk}>
      {children}
      {shown && (
        <Suspense>
          <CitationSheet
            shown={shown}
            go={(index) => {
              light(false);
              setShown({ ...shown, index });
            }}
            isLit={isLit}
            light={light}
            close={() => {
              light(false);
              setShown(undefined);
            }}
          />
        </Suspense>
      )}
    </Context>
  );
}

/** The desk of the page. */
export function useCitationDesk(): Desk {
  const desk = useContext(Context);
  if (!desk) throw new Error('Footnotes need a CitationDesk around them.');
  return desk;
}
