import { X } from 'lucide-react';
import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';

/** Ends a row of filters when at least one is set. */
export const ClearFilters = ({ clear }: { clear: () => void }) => (
  <Button look="quiet" onClick={clear}>
    <X aria-hidden className="size-4" />
    {text.common.filters.clear}
  </Button>
);
