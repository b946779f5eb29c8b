import { ListPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#shared/components/button.tsx';
import { lazyPart } from '#shared/lazy-part.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { ToAdd } from './add-to-set-dialog.tsx';

const words = rooms.evaluations;

const AddToSetDialog = lazyPart(() => import('./add-to-set-dialog.tsx'), 'AddToSetDialog');

/** A button that adds questions to a question set: those of whole conversations, those that certain replies answer, or written
 *  ones. For writers only. */
export function AddToSet({
  what,
  label,
  look = 'plain',
  className = '',
}: {
  what: ToAdd;
  /** The accessible name, where a page has several. */
  label?: string;
  look?: 'plain' | 'quiet';
  className?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={look} aria-label={label} className={className} onClick={() => setOpen(true)}>
        <ListPlus aria-hidden className="size-4" />
        {words.addToSet}
      </Button>
      {isOpen && (
        <Suspense>
          <AddToSetDialog what={what} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
