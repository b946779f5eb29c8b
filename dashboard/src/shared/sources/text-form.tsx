import { LIMITS } from '#server/isomorphic/limits.ts';
import { TextArea, TextField } from '#shared/components/field.tsx';
import { Form } from '#shared/components/form.tsx';
import { UnsavedGuard } from '#shared/components/unsaved-guard.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import { text } from '#shared/strings/text.ts';
import type { Source } from './source.ts';
import { useAddSource } from './use-add-source.ts';
import { type Place, WhereTo } from './where-to.tsx';

const words = text.addSources;

/** Adds a typed or pasted text. `name`, `content`: what it begins with. */
export function TextForm({
  name: givenName = '',
  content: givenContent = '',
  place,
  changePlace,
  done,
}: {
  name?: string;
  content?: string | undefined;
  place: Place;
  changePlace: (place: Place) => void;
  done: (source: Source) => void;
}) {
  const { add, options } = useAddSource(place, done);
  const { values, field, reasonOf, form, isUnsaved } = useForm({
    initial: { name: givenName, content: givenContent },
    send: (typed, submission) => add({ type: 'text', ...typed }, submission),
    ...options,
  });
  return (
    <Form isAtEnd action={words.adding.addText} {...form}>
      <TextField
        label={words.adding.name}
        hint={words.adding.nameHint}
        required
        maxLength={LIMITS.nameCharacters}
        {...field('name')}
      />
      <TextArea
        label={words.adding.content}
        hint={words.adding.contentHint({ count: values.content.length })}
        required
        rows={8}
        // With a given name, the text is the next thing to type.
        autoFocus={givenName !== ''}
        {...field('content')}
      />
      <WhereTo place={place} change={changePlace} reasonOf={reasonOf} />
      <UnsavedGuard isDirty={isUnsaved && values.content.trim() !== ''} />
    </Form>
  );
}
