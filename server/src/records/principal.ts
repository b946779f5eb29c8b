import type { Environment } from '#lib/environment.ts';
import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import type { UnprovenKey, WorkspaceReads } from '#storage/store.ts';
import type { KeyScope, MakerId, Role } from '#storage/tables.ts';

/** The sender of a request, by API key, by sign-in or as a visitor of a chat widget, and what they may do. */
export type Principal = {
  /** For logs, limits and usage: the key, or the account of a person. */
  actor: Actor;
  /** The id of the key, sign-in or token, which is ended to revoke access. */
  credentialId: string;
  /** The key or the cookie. Encrypts data stored for this principal only. Never stored. */
  secret: string;
  workspaceId: WorkspaceId;
  /** The key's environment; undefined for people, who work in both. */
  environment: Environment | undefined;
  scope: KeyScope;
  /** The member's role; undefined for API keys. */
  role?: Role;
  /** When a person last proved who they are, with a password, code, passkey or their provider; null if unknown. */
  confirmedAt?: number | null;
  /** The visible knowledge bases; null means all of the workspace. */
  knowledgeBaseIds: readonly KnowledgeBaseId[] | null;
  /** See ReadScope. Null for keys and members, which see all sources unless a request says for whom it reads. */
  asUser: readonly string[] | null;
  /** Present if this node only remembers the key to be valid: a search proves it. */
  unprovenKey?: UnprovenKey;
  /** Throws 401 if the key or sign-in has ended or expired. `reads`: of the workspace in the request's environment,
   *  unless `of` names another. The reads of a transaction guarantee that the result holds until the commit. */
  assertValid(
    reads: Pick<WorkspaceReads, 'keys' | 'members' | 'publishableTokens' | 'signIns'>,
    of?: Environment,
  ): Promise<void>;
};

export type Actor = { type: 'api_key' | 'account' | 'publishable_token'; id: string; name: string };

/** The maker of anything the request creates. Only accounts and keys create anything. */
export const makerOf = ({ actor }: Pick<Principal, 'actor'>): MakerId => actor.id as MakerId;
