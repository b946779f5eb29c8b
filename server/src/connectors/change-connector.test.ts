import { describe, expect, it } from 'vitest';
import { AppError } from '#errors.ts';
import type { ConnectorRow } from '#storage/tables.ts';
import { changesOf } from './change-connector.ts';

const SECRET = 'a key of more than thirty-two characters';
const settings = { host: 'imap.example.org', port: 993, tls: 'implicit' };
const mailbox = {
  kind: 'imap',
  workspace_id: 'ws_a',
  connector_id: 'con_a',
  settings: JSON.stringify({ ...settings, folders: ['INBOX'], max_messages: 10_000 }),
  credentials: 'sealed',
} as unknown as ConnectorRow;
const password = { username: 'ann', password: 'secret' };

describe('changesOf', () => {
  it.each([[{ host: 'imap.evil.example' }], [{ port: 143 }], [{ tls: 'starttls' }]])(
    'does not send stored credentials to another place: %o',
    (change) => {
      const changed = { ...settings, ...change };
      expect(() => changesOf(mailbox, { settings: changed }, SECRET)).toThrow(AppError);
      expect(() => changesOf(mailbox, { settings: changed }, SECRET)).toThrow(
        'credentials: must be sent again',
      );
      expect(changesOf(mailbox, { settings: changed, credentials: password }, SECRET)).toHaveProperty(
        'credentials',
      );
      expect(changesOf(mailbox, { settings: changed, credentials: null }, SECRET)).toMatchObject({
        credentials: null,
      });
    },
  );

  it('keeps them with other folders of the same place', () => {
    const changes = changesOf(mailbox, { settings: { ...settings, folders: ['Archive'] } }, SECRET);
    expect(changes).toHaveProperty('settings');
    expect(changes).not.toHaveProperty('credentials');
  });
});
