import { useState } from 'react';
import { LIMITS } from '#server/lib/limits.ts';
import { reasonsOf } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { SelectField, TextField } from '#shared/components/field.tsx';
import { Failure } from '#shared/components/page.tsx';
import { nameOfAddress, UrlField, withScheme } from '#shared/components/url-field.tsx';
import type { Source } from '#shared/sources/source.ts';
import { useAddSource } from '#shared/sources/use-add-source.ts';
import { type Place, WhereTo } from '#shared/sources/where-to.tsx';
import { sources as words } from '#shared/strings/sources.ts';

/** One page of the web. */
export function UrlForm({
  place,
  changePlace,
  done,
}: {
  place: Place;
  changePlace: (place: Place) => void;
  done: (source: Source) => void;
}) {
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [hours, setHours] = useState('');
  const add = useAddSource(place, done);
  const { reasonOf, rest } = reasonsOf(add.error, ['url', 'name', 'tags', 'knowledge_base_id']);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const address = withScheme(url);
        add.mutate({
          type: 'url',
          url: address,
          name: name.trim() || nameOfAddress(address),
          ...(hours !== '' && { refresh_interval_hours: Number(hours) }),
        });
      }}
    >
      <UrlField
        label={words.adding.url}
        hint={words.adding.urlHint}
        value={url}
        error={reasonOf('url')}
        change={setUrl}
      />
      <TextField
        label={words.adding.name}
        hint={words.adding.pageNameHint}
        maxLength={LIMITS.nameCharacters}
        value={name}
        error={reasonOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={words.adding.refresh}
        value={hours}
        options={words.adding.refreshes}
        onChange={(event) => setHours(event.target.value)}
      />
      <WhereTo place={place} change={changePlace} reasonOf={reasonOf} />
      {rest && <Failure error={rest} />}
      <div className="flex justify-end">
        <Button type="submit" look="primary" isBusy={add.isPending}>
          {words.adding.addUrl}
        </Button>
      </div>
    </form>
  );
}
