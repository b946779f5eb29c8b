import type { Source } from '@footnote/sdk';
import type { Call } from '#commands/command.ts';
import type { EnvironmentName } from '#commands/environment-of.ts';
import { textTable } from '#commands/text-table.ts';
import { print, usageError } from '#commands/with-store.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { withConnection } from './connect.ts';
import { deleteSources, openService, type Service } from './service.ts';
import { countOf } from './text.ts';

type Common = { environment: EnvironmentName | undefined; json: boolean };
type ListValues = Common & {
  status: 'processing' | 'indexed' | 'failed' | undefined;
  q: string | undefined;
  limit: string | undefined;
  'knowledge-base': string[];
  tag: string[];
};

/** `footnote sources ls`. */
export async function listSources(call: Call<ListValues>): Promise<void> {
  const { values } = call;
  const most = countOf('limit', values.limit) ?? Number.POSITIVE_INFINITY;
  await withConnection(call, 'read_only', async (connection) => {
    const { client, signal } = openService(connection);
    const query = {
      limit: Math.min(100, most),
      ...(values.status && { status: values.status }),
      ...(values.q !== undefined && { q: values.q }),
      ...(values['knowledge-base'].length > 0 && { knowledge_base_ids: values['knowledge-base'] }),
      ...(values.tag.length > 0 && { tags: values.tag }),
    };
    const sources: Source[] = [];
    for await (const source of client.sources.list(query, { signal })) {
      sources.push(source);
      if (sources.length >= most) break;
    }
    const rows = sources.map((source) => [
      source.id,
      source.type,
      source.status,
      source.created_at.slice(0, 10),
      source.external_id ?? '',
      source.name,
    ]);
    const heading = ['id', 'type', 'status', 'added', 'external id', 'name'];
    print(
      values.json,
      sources,
      rows.length > 0 ? textTable(heading, rows, () => false) : 'There are no sources.',
    );
  });
}

type OneValues = Common & { 'knowledge-base': string | undefined };

/** `footnote sources get`. */
export async function getSource(call: Call<OneValues & { text: boolean }>): Promise<void> {
  const { values, args } = call;
  const [id = ''] = args;
  await withConnection(call, 'read_only', async (connection) => {
    const service = openService(connection);
    const source = await findSource(service, id, values['knowledge-base']);
    if (!values.text) return print(values.json, source, fieldLines(source));
    const content = await service.client.sources.getContent(source.id, undefined, { signal: service.signal });
    print(values.json, content, content.text);
  });
}

const fieldLines = (source: Source): string =>
  Object.entries(source)
    .map(
      ([name, value]) => `${name.padEnd(20)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('\n');

/** `footnote sources rm`. Deletes all of them, or none if one is unknown. */
export async function removeSources(call: Call<OneValues>): Promise<void> {
  const { values, args } = call;
  await withConnection(call, 'read_write', async (connection) => {
    const service = openService(connection);
    const sources: Source[] = [];
    for (const id of new Set(args)) sources.push(await findSource(service, id, values['knowledge-base']));
    await deleteSources(
      service,
      sources.map(({ id }) => id),
    );
    const deleted = sources.map(({ id, name }) => ({ id, name }));
    print(values.json, deleted, deleted.map(({ id, name }) => `${id} is deleted.  ${name}`).join('\n'));
  });
}

/** By its id, or by its external id in a knowledge base. */
async function findSource(
  service: Service,
  id: string,
  knowledgeBaseId: string | undefined,
): Promise<Source> {
  const { client, signal } = service;
  if (id.startsWith('src_')) return await client.sources.get(id, undefined, { signal });
  const query = {
    external_id: id,
    ...(knowledgeBaseId !== undefined && { knowledge_base_ids: [knowledgeBaseId] }),
  };
  const [source, other] = (await client.sources.list(query, { signal })).data;
  if (!source)
    throw new OperatorError(
      `No source has the id or the external id ${id}. \`footnote sources ls\` lists them.`,
    );
  if (other)
    throw usageError(
      `Several knowledge bases have a source with the external id ${id}. Name one with --knowledge-base.`,
    );
  return source;
}
