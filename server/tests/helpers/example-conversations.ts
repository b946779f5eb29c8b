type Send = (path: string, body?: unknown) => Promise<{ id: string }>;

/** The part of the story of `reference-examples.test.ts` in which people sort conversations and save a view of them. session: the path
 *  of a conversation that was changed once. */
export async function sortConversations(
  { get, post, patch, remove }: Record<'get' | 'post' | 'patch' | 'remove', Send>,
  { agent, session }: { agent: string; session: string },
): Promise<void> {
  await patch(session, { state: 'resolved', tags: ['groups'], if_version: 1 });
  await get('/v1/conversations/counts');
  await get('/v1/conversations/assignees');
  await get('/v1/conversations/export?tag=groups');
  await get('/v1/conversations/export?tag=groups&format=csv');
  await post('/v1/conversations/bulk', {
    action: 'add_tags',
    conversations: [{ agent_id: agent, session_id: 'visitor-4712' }],
    tags: ['audio guides'],
  });
  const view = await post('/v1/views', {
    resource: 'conversations',
    name: 'Groups',
    filters: { tag: 'groups', state: 'open' },
    is_shared: true,
  });
  await get('/v1/views?resource=conversations');
  await get(`/v1/views/${view.id}`);
  await patch(`/v1/views/${view.id}`, { name: 'Group visits' });
  await remove(`/v1/views/${view.id}`);
}
