import type { KnowledgeBaseId } from '#lib/ids.ts';

/** A knowledge base was switched to another version of its index after the caller had looked which one answers: look
 *  again. */
export class IndexSwitchedError extends Error {
  constructor(knowledgeBaseId: KnowledgeBaseId, indexVersion: string) {
    super(`Knowledge base ${knowledgeBaseId} does not answer from version ${indexVersion} any more`);
    this.name = 'IndexSwitchedError';
  }
}
