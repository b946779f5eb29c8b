import { useState } from 'react';
import { LIMITS } from '#server/lib/limits.ts';
import { reasonsOf } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { Failure } from '#shared/components/page.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { sources as words } from '#shared/strings/sources.ts';
import type { Source } from './source.ts';
import { useAddSource } from './use-add-source.ts';
import { type Place, WhereTo } from './where-to.tsx';

/** A text that is typed or pasted. `name`: what its field begins with. */
export function TextForm({
  name: givenName = '',
  place,
  changePlace,
  done,
}: {
  name?: string;
  place: Place;
  changePlace: (place: Place) => void;
  done: (source: Source) => void;
}) {
  const [name, setName] = useState(givenName);
  const [content, setContent] = useState('');
  const add = useAddSource(place, done);
  const { reasonOf, rest } = reasonsOf(add.error, ['name', 'content', 'tags', 'knowledge_base_id']);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ type: 'text', name, content });
      }}
    >
      <TextField
        label={words.adding.name}
        hint={words.adding.nameHint}
        required
        maxLength={LIMITS.nameCharacters}
        value={name}
        error={reasonOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={words.adding.content}
        hint={words.adding.contentHint(content.length)}
        required
        rows={8}
        // Where the name is given, the text is what is left to do.
        autoFocus={givenName !== ''}
        value={content}
        error={reasonOf('content')}
        onChange={(event) => setContent(event.target.value)}
      />
      <WhereTo place={place} change={changePlace} reasonOf={reasonOf} />
      {rest && <Failure error={rest} />}
      <div className="flex justify-end">
        <Button type="submit" look="primary" isBusy={add.isPending}>
          {words.adding.addText}
        </Button>
      </div>
      <UnsavedGuard isDirty={content.trim() !== '' && !add.isPending && !add.isSuccess} />
    </form>
  );
}
