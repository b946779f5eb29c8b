import { useState } from 'react';
import { API_KEYS, type ApiKey } from '#shared/api/key-queries.ts';
import { request } from '#shared/api/request.ts';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { EndingGrants } from '#shared/components/ending-grants.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.keys;

export function RevokeKeyDialog({ apiKey: { id, name }, close }: { apiKey: ApiKey; close: () => void }) {
  const [isAdopted, adopt] = useState(false);
  return (
    <ConfirmDialog
      title={words.revokeTitle({ name })}
      about={words.revokeAbout}
      action={words.revokeAction}
      send={() => request('DELETE', `${API_KEYS}/${id}?adopt=${isAdopted}`)}
      said={words.revokedOf({ name })}
      stale={[['keys']]}
      close={close}
    >
      <EndingGrants
        path={`${API_KEYS}/${id}/grants`}
        title={words.revokeGrants}
        isAdopted={isAdopted}
        adopt={adopt}
      />
    </ConfirmDialog>
  );
}
