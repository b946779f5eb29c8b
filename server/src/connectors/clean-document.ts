import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Metadata } from '#lib/metadata.ts';
import { SourceMetadata } from '#records/metadata.ts';
import type { FoundDocument } from './connector.ts';

const CONTROL = /\p{Cc}/u;
const ALL_CONTROLS = /\p{Cc}/gu;

/** Whether a document with this id and this version can be kept. */
export const isKeepable = ({ id, version }: { id: string; version?: string | undefined }): boolean =>
  // The type says string, but a connector may return anything.
  typeof id === 'string' &&
  id.trim() !== '' &&
  isPlain(id, LIMITS.connectorDocumentIdCharacters) &&
  (version === undefined || isPlain(version, LIMITS.connectorVersionCharacters));

const isPlain = (text: string, maxCharacters: number): boolean =>
  text.length <= maxCharacters && !CONTROL.test(text) && text.isWellFormed();

/** Cuts a document down to what a source may have, because places send fields of any length and kind. */
export function cleanDocument({
  id,
  version,
  fingerprint,
  name,
  fileName,
  url,
  sizeBytes,
  metadata,
}: FoundDocument): FoundDocument {
  const isUsable = (text: string | undefined): text is string =>
    text !== undefined && text !== '' && text.length <= LIMITS.connectorVersionCharacters;
  return {
    id,
    version,
    ...(isUsable(fingerprint) && { fingerprint: oneLine(fingerprint) }),
    name: oneLine(name).trim().slice(0, LIMITS.nameCharacters) || oneLine(id).slice(0, LIMITS.nameCharacters),
    fileName: basename(oneLine(fileName).replaceAll('\\', '/')).slice(-LIMITS.nameCharacters) || 'file',
    ...(url !== undefined && isWebUrl(url) && { url }),
    ...(sizeBytes !== undefined && Number.isFinite(sizeBytes) && { sizeBytes }),
    metadata: cleanMetadata(metadata),
  };
}

const oneLine = (text: string): string => text.toWellFormed().replace(ALL_CONTROLS, ' ');

const isWebUrl = (url: string): boolean =>
  url.length <= LIMITS.urlCharacters && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** Drops entries that metadata may not have, and cuts strings that are too long. */
const cleanMetadata = (metadata: Metadata): Metadata =>
  withFitting(
    {},
    Object.fromEntries(
      Object.entries(metadata)
        .slice(0, LIMITS.sourceMetadataKeys)
        .map(([key, value]) => [key, typeof value === 'string' ? cut(value) : value]),
    ),
  );

/** Adds entries to metadata. Keys that it has keep their values, and entries that would break a limit are left out. */
export function withFitting(own: Metadata, more: Metadata): Metadata {
  const kept: Metadata = { ...own };
  for (const [key, value] of Object.entries(more)) {
    if (Object.hasOwn(own, key)) continue;
    const tried = { ...kept, [key]: value };
    if (SourceMetadata.safeParse(tried).success) kept[key] = value;
  }
  return kept;
}

const cut = (text: string): string =>
  text.toWellFormed().replaceAll('\0', ' ').slice(0, LIMITS.metadataValueCharacters).toWellFormed();

/** A hash of the names, URL and metadata of a document. */
export const labelOf = ({ name, fileName, url, metadata }: FoundDocument): string =>
  createHash('sha256')
    .update(JSON.stringify([name, fileName, url ?? null, metadata]))
    .digest('base64url');
