import type { Environment } from '#lib/environment.ts';
import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import type { WorkspaceReads } from '#storage/store.ts';
import type { KeyScope, MakerId, Role } from '#storage/tables.ts';

/** Who sends a request, by an API key, signed in or as a visitor of a page with a chat widget, and what they may do. */
export type Principal = {
  /** As logs, limits and usage name them: the key, or the account of a person. */
  actor: Actor;
  /** What is ended to lock them out: the id of the key, of the sign-in or of the token. */
  credentialId: string;
  /** The text of the key, or of the cookie: seals what is kept for its owner alone. Never written down. */
  secret: string;
  workspaceId: WorkspaceId;
  /** Of a key; people work in both. */
  environment: Environment | undefined;
  scope: KeyScope;
  /** Of a person in the workspace; a key has none. */
  role?: Role;
  /** When a person last proved who they are, by a password, a code, a passkey or their provider; null if that is not known. */
  confirmedAt?: number | null;
  /** All that they see; null is all of the workspace. */
  knowledgeBaseIds: readonly KnowledgeBaseId[] | null;
  /** Throws 401 when the key or sign-in was ended or has expired. `reads`: of the workspace in the environment of the
   *  request, unless `of` names another; those of a transaction make sure that it holds until the commit. */
  assertValid(
    reads: Pick<WorkspaceReads, 'keys' | 'members' | 'publishableTokens' | 'signIns'>,
    of?: Environment,
  ): Promise<void>;
};

export type Actor = { type: 'api_key' | 'account' | 'publishable_token'; id: string; name: string };

/** Who is noted as the maker of what a request makes. Only accounts and keys make anything. */
export const makerOf = ({ actor }: Pick<Principal, 'actor'>): MakerId => actor.id as MakerId;
