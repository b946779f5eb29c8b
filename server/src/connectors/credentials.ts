import { decrypt, encrypt } from '#lib/encrypt.ts';
import type { ConnectorId, WorkspaceId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { ConnectorRow } from '#storage/tables.ts';
import { ConnectorFault } from './connector-fault.ts';

/** The workspace is part of the key, so that a row copied to another workspace can't be decrypted there. */
const keyOf = (
  secret: string,
  { workspace_id, connector_id }: { workspace_id: WorkspaceId; connector_id: ConnectorId },
) => ({
  secret,
  belongsTo: `${workspace_id} ${connector_id}`,
  purpose: 'the credentials of a connector' as const,
});

/** Encrypts the credentials of one connector. */
export const sealCredentials = (
  secret: string,
  of: { workspace_id: WorkspaceId; connector_id: ConnectorId },
  credentials: unknown,
): string => encrypt(keyOf(secret, of), JSON.stringify(credentials));

/** Decrypts the credentials of a connector; undefined if it has none. Throws ConnectorFault if the key has changed. */
export function openCredentials(
  { CREDENTIALS_KEY: secret }: Pick<Services['config'], 'CREDENTIALS_KEY'>,
  connector: ConnectorRow,
): unknown {
  if (connector.credentials === null) return undefined;
  if (secret === undefined)
    throw new ConnectorFault(
      'credentials',
      'The setting CREDENTIALS_KEY, which opens the stored credentials, is not set. Set it to the value it had, or enter the credentials again.',
    );
  const text = decrypt(keyOf(secret, connector), connector.credentials);
  if (text === undefined)
    throw new ConnectorFault(
      'credentials',
      'The stored credentials cannot be opened, because CREDENTIALS_KEY has changed since. Set it to the value it had, or enter the credentials again.',
    );
  return JSON.parse(text);
}
