import { X } from 'lucide-react';
import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';

/** At the end of a row of filters of which some are chosen. */
export const ClearFilters = ({ clear }: { clear: () => void }) => (
  <Button look="quiet" onClick={clear}>
    <X aria-hidden className="size-4" />
    {text.common.filters.clear}
  </Button>
);
