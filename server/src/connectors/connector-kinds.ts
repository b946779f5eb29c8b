import { z } from 'zod';
import type { ConnectorKind } from './connector.ts';
import type { ConnectorTools } from './connector-tools.ts';
import { feed } from './kinds/feed.ts';
import { folder } from './kinds/folder.ts';
import { git } from './kinds/git/git.ts';
import { imap } from './kinds/imap/imap.ts';
import { s3 } from './kinds/s3.ts';
import { webdav } from './kinds/webdav.ts';
import { website } from './kinds/website/website.ts';

/** A kind as the service handles it: its settings and credentials have passed its schemas. */
export type AnyConnectorKind = ConnectorKind<unknown, unknown, ConnectorTools>;

/** All kinds of places. To add one, import it and add a line. */
export const CONNECTOR_KINDS = { folder, git, website, s3, webdav, feed, imap };

export type ConnectorKindName = keyof typeof CONNECTOR_KINDS;

export const CONNECTOR_KIND_NAMES = Object.keys(CONNECTOR_KINDS) as ConnectorKindName[];

/** The same by name, for code that handles all of them alike. Undefined for one that this version does not know. */
export const connectorKind = (name: string): AnyConnectorKind | undefined =>
  Object.hasOwn(CONNECTOR_KINDS, name)
    ? (CONNECTOR_KINDS[name as ConnectorKindName] as unknown as AnyConnectorKind)
    : undefined;

/** False for a kind whose places need no credentials. */
export const takesCredentials = ({ credentials }: Pick<AnyConnectorKind, 'credentials'>): boolean =>
  !(credentials instanceof z.ZodUndefined || credentials instanceof z.ZodNever);
