import { LIMITS } from '#server/isomorphic/limits.ts';
import { TextField } from '#shared/components/field.tsx';
import { Form } from '#shared/components/form.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { nameOfUrl, UrlField, withScheme } from '#shared/components/url-field.tsx';
import { useForm } from '#shared/hooks/use-form.ts';
import type { Source } from '#shared/sources/source.ts';
import { refreshOf, useAddSource } from '#shared/sources/use-add-source.ts';
import { type Place, WhereTo } from '#shared/sources/where-to.tsx';
import { addSources as words } from '#shared/strings/add-sources.ts';

/** Adds a web page. */
export function UrlForm({
  place,
  changePlace,
  done,
}: {
  place: Place;
  changePlace: (place: Place) => void;
  done: (source: Source) => void;
}) {
  const { add, options } = useAddSource(place, done);
  const { field, reasonOf, form } = useForm({
    initial: { url: '', name: '', refresh_interval_hours: '' },
    send: (typed, submission) => {
      const url = withScheme(typed.url);
      return add(
        { type: 'url', url, name: typed.name.trim() || nameOfUrl(url), ...refreshOf(typed) },
        submission,
      );
    },
    ...options,
  });
  return (
    <Form isAtEnd action={words.adding.addUrl} {...form}>
      <UrlField label={words.adding.url} hint={words.adding.urlHint} {...field('url')} />
      <TextField
        label={words.adding.name}
        hint={words.adding.pageNameHint}
        maxLength={LIMITS.nameCharacters}
        {...field('name')}
      />
      <SelectField
        label={words.adding.refresh}
        options={words.adding.refreshes}
        {...field('refresh_interval_hours')}
      />
      <WhereTo place={place} change={changePlace} reasonOf={reasonOf} />
    </Form>
  );
}
