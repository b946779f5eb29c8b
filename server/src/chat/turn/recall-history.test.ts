import { describe, expect, it } from 'vitest';
import { type EarlierMessage, recallHistory } from './recall-history.ts';

const said = (role: EarlierMessage['role'], text: string): EarlierMessage => ({ role, text, sources: '[]' });
const conversation = [
  said('welcome', 'Welcome!'),
  said('user', 'What is the premium plan?'),
  said('agent', 'It is the largest.'),
  said('user', 'What does it cost?'),
  said('agent', 'It costs 30 euros.'),
];

describe('the conversation that a model is shown', () => {
  it('is all of a short one, without the welcome', () => {
    expect(recallHistory(conversation, 2_000)).toEqual([
      { role: 'user', text: 'What is the premium plan?' },
      { role: 'assistant', text: 'It is the largest.' },
      { role: 'user', text: 'What does it cost?' },
      { role: 'assistant', text: 'It costs 30 euros.' },
    ]);
  });

  it('is the end of a long one, from a message of the user on', () => {
    const long = Array.from({ length: 50 }, () => conversation.slice(1)).flat();
    const turns = recallHistory(long, 100);
    expect(turns[0]?.role).toBe('user');
    expect(turns.at(-1)).toEqual({ role: 'assistant', text: 'It costs 30 euros.' });
    expect(turns.map(({ text }) => text).join('').length).toBeLessThanOrEqual(400);
    expect(turns.length).toBeGreaterThan(8);
  });

  it('has the beginning of a long message, so that one does not drive out the others', () => {
    const turns = recallHistory(
      [said('user', 'a'.repeat(16_000)), said('agent', 'Yes.'), ...conversation],
      100,
    );
    expect(turns[0]?.text).toBe(`${'a'.repeat(100)}…`);
    expect(turns).toHaveLength(6);
  });

  it('takes turns also when one side said two things', () => {
    expect(recallHistory([said('user', 'a'), said('user', 'b'), said('agent', 'c')], 100)).toEqual([
      { role: 'user', text: 'a\n\nb' },
      { role: 'assistant', text: 'c' },
    ]);
  });

  it('is empty at the beginning, without a budget, or when only the agent spoke', () => {
    expect(recallHistory([], 100)).toEqual([]);
    expect(recallHistory(conversation, 0)).toEqual([]);
    expect(recallHistory([said('agent', 'Hello')], 100)).toEqual([]);
  });
});
