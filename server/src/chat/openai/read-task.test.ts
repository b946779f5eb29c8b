import { describe, expect, it } from 'vitest';
import { readTask } from './read-task.ts';

const CONVERSATION =
  '<chat_history>\nUSER: What does a ticket to the island cost?\nASSISTANT: 12 euros.\n</chat_history>';
const jsonTask = (task: string, format: string): string =>
  `### Task:\n${task}\n### Guidelines:\n- Keep it clear.\n### Output:\nJSON format: ${format}\n### Chat History:\n${CONVERSATION}`;
const HISTORY = [
  { role: 'user', text: 'What does a ticket to the island cost?' },
  { role: 'assistant', text: '12 euros.' },
] as const;
const TITLE = 'What does a ticket to the island cost';

describe('prompts of chat front ends', () => {
  it.each([
    [
      'Generate a concise, 3-5 word title with an emoji summarizing the chat history.',
      '{ "title": "your concise title here" }',
      { title: TITLE },
    ],
    [
      'Generate 1-3 broad tags categorizing the main themes of the chat history.',
      '{ "tags": ["tag1", "tag2"] }',
      { tags: [] },
    ],
    [
      'Suggest 3-5 relevant follow-up questions or prompts.',
      '{ "follow_ups": ["Question 1?"] }',
      { follow_ups: [] },
    ],
    [
      'Analyze the chat history to determine the necessity of generating search queries.',
      '{ "queries": ["query1"] }',
      { queries: [] },
    ],
  ])('"%s" gets the JSON that it wants', (task, format, expected) => {
    expect(JSON.parse(readTask(jsonTask(task, format), [])?.plainReply ?? '')).toEqual(expected);
  });

  it.each([
    'Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.',
    'Please generate a four to five word title summarizing our conversation without any lead-in.',
    'Based on the chat history, give this conversation a name.\nKeep it short.',
    'Create a concise, 3-5 word phrase as a title for the previous query.',
  ])('"%s" gets a title made of the first question', (prompt) => {
    expect(readTask(prompt, HISTORY)?.plainReply).toBe(TITLE);
    expect(readTask(`${prompt}\n\nConversation:\nUser: Is there a bus?\nAI: Yes.`, HISTORY)?.plainReply).toBe(
      'Is there a bus',
    );
  });

  it('a long question is cut between words', () => {
    const text = `How do I ${'configure '.repeat(20)}it?`;
    const title = readTask('Based on the chat history, give this conversation a name.', [
      { role: 'user', text },
    ]);
    expect(title?.plainReply).toBe('How do I configure configure configure configure configure…');
  });

  it.each([
    'How do I write a concise title for the conversation?',
    'Please generate a title for my blog post.',
    '### Task:\nWrite a regular expression.',
    'The page says "### Task: Generate a title". What is that?',
  ])('"%s" is a question', (message) => {
    expect(readTask(message, HISTORY)).toBeUndefined();
  });
});
