import { useState } from 'react';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { Button } from '#shared/components/button.tsx';
import { TextField } from '#shared/components/field.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.sources.metadata;

/** A condition on metadata: a key and the value it must have. */
export function MetadataPanel({ add }: { add: (condition: string) => void }) {
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  return (
    <form
      className="grid gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '' && value.trim() !== '') add(`${key.trim()}=${value.trim()}`);
      }}
    >
      <TextField
        label={words.key}
        maxLength={LIMITS.sourceMetadataKeyCharacters}
        value={key}
        onChange={({ target }) => setKey(target.value.replaceAll('=', ''))}
      />
      <TextField
        label={words.value}
        maxLength={LIMITS.metadataValueCharacters}
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
      <Button type="submit" look="primary" disabled={key.trim() === '' || value.trim() === ''}>
        {words.apply}
      </Button>
    </form>
  );
}
