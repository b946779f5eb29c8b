import { A_LOGO } from './agent-operations.ts';

type Call = (path: string, body?: unknown) => Promise<unknown>;
type Calls = Record<'get' | 'post' | 'put' | 'patch' | 'remove', Call>;

/** Changes, drafts, publishes and restores versions of an agent. */
export async function tryVersions({ get, post, put, patch, remove }: Calls, agent: string): Promise<void> {
  await get(agent);
  await get('/v1/agents/activity');
  await patch(agent, { response_length: 'short' });
  await put(`${agent}/draft`, { welcome_message: 'Ahoy! What would you like to know?' });
  await remove(`${agent}/draft`);
  await put(`${agent}/draft`, { welcome_message: 'Welcome aboard! What would you like to know?' });
  await get(`${agent}/draft`);
  await post(`${agent}/publish`, { note: 'Greets like a sailor' });
  await get(`${agent}/versions`);
  await get(`${agent}/versions/1`);
  await post(`${agent}/versions/2/restore`, { note: 'The greeting was too loud' });
  await put(`${agent}/widget`, {
    color: '#1f6f54',
    starter_questions: ['What does a ticket cost?', 'When are you open?'],
    translations: {
      de: { greeting: 'Willkommen im Museum!', starter_questions: ['Was kostet der Eintritt?'] },
    },
  });
  await put(`${agent}/widget/logo`, { content: A_LOGO });
  await get(`${agent}/widget`);
  await remove(`${agent}/widget/logo`);
  await put(`${agent}/widget/logo`, { content: A_LOGO });
}
