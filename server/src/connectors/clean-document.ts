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
  // The types promise a string, a connector does not.
  typeof id === 'string' &&
  id.trim() !== '' &&
  isPlain(id, LIMITS.connectorDocumentIdCharacters) &&
  (version === undefined || isPlain(version, LIMITS.connectorVersionCharacters));

const isPlain = (text: string, maxCharacters: number): boolean =>
  text.length <= maxCharacters && !CONTROL.test(text) && text.isWellFormed();

/** A document with only what sources may have: what a place says about it may be of any length and kind. */
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

/** Leaves out what metadata may not have, and cuts strings that are too long. */
const cleanMetadata = (metadata: Metadata): Metadata =>
  withFitting(
    {},
    Object.fromEntries(
      Object.entries(metadata)
        .slice(0, LIMITS.sourceMetadataKeys)
        .map(([key, value]) => [key, typeof value === 'string' ? cut(value) : value]),
    ),
  );

/** Metadata with more of it: what it has already stays, and so does each further key that it may have. */
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

/** A hash of what a document is called and noted to be. */
export const labelOf = ({ name, fileName, url, metadata }: FoundDocument): string =>
  createHash('sha256')
    .update(JSON.stringify([name, fileName, url ?? null, metadata]))
    .digest('base64url');
