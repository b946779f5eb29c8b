import { expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import type { Context } from './context.ts';
import { addTenant, newKey } from './tenant.ts';

const newToken = (agentId: Context['ours']['agentId']) => ({
  token_id: newId('publishableToken'),
  agent_id: agentId,
  name: 'Widget',
  token: newId('request'),
  allowed_origins: '[]',
  is_enabled: 1 as const,
  messages_per_minute: 60,
  created_at: 1,
  last_used_at: null,
  created_by: null,
});

/** The store contract for what is found before its workspace is known. */
export function directoryContract(context: () => Context): void {
  it('a key and a token are found in their workspace, by themselves alone, until they are removed', async () => {
    const { store, ours } = context();
    const { store: theirs, workspaceId, agentId } = await addTenant(store);
    const [key, token] = [newKey(newId('apiKey')), newToken(agentId)];
    await theirs.transaction(async (tx) => {
      await tx.keys.insert(key);
      await tx.publishableTokens.insert(token);
    });
    const found = async () => [
      (await store.findKeyByHash(key.secret_hash))?.workspace_id,
      (await store.findPublishableToken(token.token))?.workspace_id,
    ];
    expect(await found()).toEqual([workspaceId, workspaceId]);
    expect(await found()).toEqual([workspaceId, workspaceId]);
    expect(await store.findKeyByHash(token.token)).toBeUndefined();
    expect(await store.findPublishableToken(key.secret_hash)).toBeUndefined();
    await ours.store.transaction(async (tx) => {
      await tx.keys.remove(key.key_id);
      await tx.publishableTokens.remove(token.token_id);
    });
    expect(await found()).toEqual([workspaceId, workspaceId]);
    await theirs.transaction(async (tx) => {
      await tx.keys.remove(key.key_id);
      await tx.publishableTokens.remove(token.token_id);
    });
    expect(await found()).toEqual([undefined, undefined]);
  });

  it('what was removed can be made again in another workspace', async () => {
    const { store, ours } = context();
    const others = await addTenant(store);
    const token = newToken(ours.agentId);
    await ours.store.transaction((tx) => tx.publishableTokens.insert(token));
    expect((await store.findPublishableToken(token.token))?.workspace_id).toBe(ours.workspaceId);
    await ours.store.transaction((tx) => tx.agents.remove(ours.agentId));
    expect(await store.findPublishableToken(token.token)).toBeUndefined();
    await others.store.transaction((tx) =>
      tx.publishableTokens.insert({ ...token, agent_id: others.agentId }),
    );
    expect((await store.findPublishableToken(token.token))?.workspace_id).toBe(others.workspaceId);
  });

  it('a workspace takes its entries, members, invitations and sign-ins with it', async () => {
    const { store, ours } = context();
    const gone = await addTenant(store);
    const [key, token] = [newKey(newId('apiKey')), newToken(gone.agentId)];
    const account_id = newId('account');
    const secrets = ['of the sign-in', 'of the invitation'].map((of) => `${of} ${gone.workspaceId}`);
    const [signInHash = '', invitationHash = ''] = secrets;
    await gone.store.transaction(async (tx) => {
      await tx.keys.insert(key);
      await tx.publishableTokens.insert(token);
      await tx.members.insert({ account_id, role: 'owner', created_at: 1, is_proved: 1, invited_by: null });
      await tx.signIns.insert({
        sign_in_id: newId('signIn'),
        account_id,
        secret_hash: signInHash,
        user_agent: '',
        created_at: 1,
        last_seen_at: 1,
        expires_at: 1e15,
        confirmed_at: null,
      });
      await tx.invitations.insert({
        invitation_id: newId('invitation'),
        role: 'viewer',
        email: null,
        secret_hash: invitationHash,
        invited_by: null,
        created_at: 1,
        expires_at: 1e15,
      });
    });
    expect(await store.workspaceIds()).toEqual([ours.workspaceId, gone.workspaceId].sort());
    const left = async () => [
      (await store.people.membershipsOf(account_id)).map(({ workspace_id }) => workspace_id),
      (await store.people.signIns.findByHash(signInHash))?.workspace_id,
      (await store.people.findInvitationByHash(invitationHash))?.workspace_id,
      (await store.findKeyByHash(key.secret_hash))?.workspace_id,
      (await store.findPublishableToken(token.token))?.workspace_id,
    ];
    const { workspaceId } = gone;
    expect(await left()).toEqual([[workspaceId], workspaceId, workspaceId, workspaceId, workspaceId]);
    await gone.store.transaction((tx) => tx.workspace.remove());
    expect(await left()).toEqual([[], undefined, undefined, undefined, undefined]);
    expect(await store.workspaceIds()).toEqual([ours.workspaceId]);
  });
}
