import type { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { search } from '#search/search.ts';
import type { Services } from '#services.ts';
import type { UnsureReply, WorkspaceStore } from '#storage/store.ts';
import type { Suggestion } from './schema.ts';

/** The gaps of a page that are searched: each takes a search. */
const MOST_SEARCHED = 20;
/** Below it a chunk rarely has to do with the question. */
const LEAST_SCORE = 0.2;

/** The chunk that comes nearest to answering each gap, in the knowledge bases of the agent that was asked last; undefined
 *  where there is none, and for gaps behind the first.
 *  gaps: the latest replies, in the order of the page. */
export async function suggestAnswers(
  services: Pick<Services, 'models'>,
  store: WorkspaceStore,
  gaps: readonly UnsureReply[],
  signal: AbortSignal,
): Promise<(z.infer<typeof Suggestion> | undefined)[]> {
  const suggestions: (z.infer<typeof Suggestion> | undefined)[] = [];
  for (const { question, agent_id } of gaps.slice(0, MOST_SEARCHED)) {
    signal.throwIfAborted();
    const agent = await store.agents.find(agent_id);
    const { hits } = agent
      ? await search(services, store, {
          query: question.slice(0, LIMITS.queryCharacters),
          searchType: 'hybrid',
          limit: 1,
          knowledgeBaseIds: agent.knowledge_base_ids,
          minScore: LEAST_SCORE,
        })
      : { hits: [] };
    const [hit] = hits;
    suggestions.push(
      hit && {
        source_id: hit.chunk.source_id,
        source_name: hit.chunk.source_name,
        chunk_id: hit.id,
        text: hit.chunk.text,
        score: hit.score,
      },
    );
  }
  return suggestions;
}
