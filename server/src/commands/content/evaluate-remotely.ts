import { basename } from 'node:path';
import type { Source } from '@footnote/sdk';
import { readQuestions } from '#evaluation/read-questions.ts';
import type { SetReport } from '#evaluation/report.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { SearchType } from '#search/search.ts';
import type { Connection } from './connect.ts';
import { openService, type Service } from './service.ts';

type Where = { searchTypes: readonly SearchType[]; knowledgeBase: string | undefined };

/** Evaluates golden questions at a service, as an evaluation that is deleted once its figures are read. */
export async function evaluateRemotely(
  connection: Connection,
  path: string,
  { searchTypes, knowledgeBase }: Where,
): Promise<SetReport> {
  const service = openService(connection);
  const { client, signal } = service;
  const bases = knowledgeBase === undefined ? {} : { knowledge_base_ids: [knowledgeBase] };
  const sources = await allSources(service, bases);
  const questions = await readQuestions(path, sources);
  const { id } = await client.evaluations.create(
    {
      name: basename(path).slice(0, 200),
      search_types: [...searchTypes],
      ...bases,
      questions: questions.map(({ query, relevant }) => ({
        query,
        relevant: relevant.map(({ sourceId, text }) => ({
          source_id: sourceId,
          ...(text !== undefined && { text }),
        })),
        unanswerable: relevant.length === 0,
      })),
    },
    { signal },
  );
  try {
    for (;;) {
      const {
        status,
        results = [],
        outcomes = [],
        error,
      } = await client.evaluations.get(id, { wait: 30 }, { signal });
      if (status === 'failed') throw new OperatorError(error ?? 'The evaluation failed.');
      if (status === 'completed')
        return {
          name: basename(path),
          documents: sources.length,
          questions: questions.length,
          // It has no other searches than those asked for.
          results: results as SetReport['results'],
          outcomes: outcomes as SetReport['outcomes'],
        };
    }
  } finally {
    await client.evaluations.delete(id);
  }
}

async function allSources({ client, signal }: Service, bases: { knowledge_base_ids?: string[] }) {
  const sources: { source_id: Source['id']; name: string; file_name: string | null }[] = [];
  for await (const { id, name, file_name } of client.sources.list({ limit: 100, ...bases }, { signal }))
    sources.push({ source_id: id, name, file_name: file_name ?? null });
  return sources;
}
