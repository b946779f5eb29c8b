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

describe('the history that a model is shown', () => {
  it('is all of a short conversation, without the welcome', () => {
    expect(recallHistory(conversation, 2_000)).toEqual([
      { role: 'user', text: 'What is the premium plan?' },
      { role: 'assistant', text: 'It is the largest.' },
      { role: 'user', text: 'What does it cost?' },
      { role: 'assistant', text: 'It costs 30 euros.' },
    ]);
  });

  it('is the end of a long conversation, starting with a message of the user', () => {
    const long = Array.from({ length: 50 }, () => conversation.slice(1)).flat();
    const turns = recallHistory(long, 100);
    expect(turns[0]?.role).toBe('user');
    expect(turns.at(-1)).toEqual({ role: 'assistant', text: 'It costs 30 euros.' });
    expect(turns.map(({ text }) => text).join('').length).toBeLessThanOrEqual(400);
    expect(turns.length).toBeGreaterThan(8);
  });

  it('cuts a long message, so that it leaves room for others', () => {
    const turns = recallHistory(
      [said('user', 'a'.repeat(16_000)), said('agent', 'Yes.'), ...conversation],
      100,
    );
    expect(turns[0]?.text).toBe(`${'a'.repeat(100)}…`);
    expect(turns).toHaveLength(6);
  });

  it('joins consecutive messages of one side', () => {
    expect(recallHistory([said('user', 'a'), said('user', 'b'), said('agent', 'c')], 100)).toEqual([
      { role: 'user', text: 'a\n\nb' },
      { role: 'assistant', text: 'c' },
    ]);
  });

  it('is empty at the start, without a budget, or if only the agent spoke', () => {
    expect(recallHistory([], 100)).toEqual([]);
    expect(recallHistory(conversation, 0)).toEqual([]);
    expect(recallHistory([said('agent', 'Hello')], 100)).toEqual([]);
  });
});
