import type { Call } from '#commands/command.ts';
import type { EnvironmentName } from '#commands/environment-of.ts';
import { print } from '#commands/with-store.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { withVisibleMarks } from '#isomorphic/visible-marks.ts';
import { withConnection } from './connect.ts';
import { openService } from './service.ts';
import { countOf, wrapText } from './text.ts';

type SearchValues = {
  limit: string | undefined;
  mode: 'hybrid' | 'semantic' | 'keyword' | undefined;
  'knowledge-base': string[];
  tag: string[];
  environment: EnvironmentName | undefined;
  json: boolean;
};

/** `footnote search`: the hits, best first. */
export async function searchCommand(call: Call<SearchValues>): Promise<void> {
  const { values, args } = call;
  const query = {
    query: args.join(' '),
    limit: countOf('limit', values.limit, LIMITS.queryResults) ?? 5,
    search_type: values.mode ?? 'hybrid',
    ...(values['knowledge-base'].length > 0 && { knowledge_base_ids: values['knowledge-base'] }),
    ...(values.tag.length > 0 && { tags: values.tag }),
  };
  await withConnection(call, 'read_only', async (connection) => {
    const { client, signal } = openService(connection);
    // GET, which keys with scope read_only may send too.
    const found = await client.search.queryByUrl(query, { signal });
    const lines = found.results.map(
      ({ score, source_name, heading, text }, index) =>
        `${index + 1}. ${withVisibleMarks([source_name, heading].filter(Boolean).join(' › '))}  (${score.toFixed(2)})\n${wrapText(text, '   ')}`,
    );
    print(values.json, found, lines.join('\n\n') || 'Nothing was found.');
  });
}
