import type { KnowledgeBaseId } from '#lib/ids.ts';

/** A knowledge base switched to another version of its index after the caller looked up the one that answers. Look it
 *  up again. */
export class IndexSwitchedError extends Error {
  constructor(knowledgeBaseId: KnowledgeBaseId, indexVersion: string) {
    super(`Knowledge base ${knowledgeBaseId} does not answer from version ${indexVersion} any more`);
    this.name = 'IndexSwitchedError';
  }
}
