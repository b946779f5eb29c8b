import { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { isId } from '#records/fields.ts';
import type { CallApi } from './call-api.ts';
import type { ContentOfApi, SourceOfApi } from './source-tools.ts';
import { sourceUri } from './tool.ts';

/** Characters of a resource; `get_source` reads longer texts in parts. */
const MOST_CHARACTERS = 200_000;

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: sourceUri('{id}'),
    name: 'source',
    title: 'Source',
    description: 'The text of a source, by its id (`src_…`).',
    mimeType: 'text/plain',
  },
];

export const ListParams = z.object({ cursor: z.string().max(2_048).optional() });
export const ReadParams = z.object({ uri: z.string().max(2_048) });

/** The indexed sources, newest first, page by page. */
export async function listResources(api: CallApi, { cursor }: z.infer<typeof ListParams>) {
  const { data, meta } = await api({
    method: 'GET',
    path: '/v1/knowledge-base/sources',
    query: { status: 'indexed', limit: LIMITS.pageSize, cursor, as_user: api.asUser },
  });
  return {
    resources: (data as SourceOfApi[]).map(({ id, name, updated_at, url }) => ({
      uri: sourceUri(id),
      name,
      mimeType: 'text/plain',
      ...(url !== undefined && { description: url }),
      annotations: { lastModified: updated_at },
    })),
    ...(meta.next_cursor !== undefined && { nextCursor: meta.next_cursor }),
  };
}

/** The text of a source. Throws 404 if there is none, and 422 for a foreign URI. */
export async function readResource(api: CallApi, { uri }: z.infer<typeof ReadParams>) {
  const id = uri.startsWith(sourceUri('')) ? uri.slice(sourceUri('').length) : undefined;
  if (id === undefined) throw invalidField('uri', `must begin with ${sourceUri('')}`);
  if (!isId('src', id)) throw new AppError('not_found', 'No source has this id. `resources/list` lists all.');
  const { data } = await api({
    method: 'GET',
    path: `/v1/knowledge-base/sources/${id}/content`,
    query: { limit: MOST_CHARACTERS, as_user: api.asUser },
  });
  const { text, total_characters, next_offset } = data as ContentOfApi;
  const rest =
    next_offset === undefined
      ? ''
      : `\n\n(${next_offset} of ${total_characters} characters. The tool get_source reads the rest.)`;
  return { contents: [{ uri, mimeType: 'text/plain', text: text + rest }] };
}
