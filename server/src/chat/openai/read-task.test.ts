import { describe, expect, it } from 'vitest';
import type { Asked } from './read-messages.ts';
import { readTask } from './read-task.ts';

const CONVERSATION =
  '<chat_history>\nUSER: What does a ticket to the island cost?\nASSISTANT: 12 euros.\n</chat_history>';
const jsonTask = (task: string, format: string): string =>
  `### Task:\n${task}\n### Guidelines:\n- Keep it clear.\n### Output:\nJSON format: ${format}\n### Chat History:\n${CONVERSATION}`;
const HISTORY = [
  { role: 'user', text: 'What does a ticket to the island cost?' },
  { role: 'assistant', text: '12 euros.' },
] as const;
const read = (message: string, history: Asked['history'] = [...HISTORY], system = '') =>
  readTask({ message, history, system });
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
    [
      'Generate a concise title summarizing the chat history.',
      '{ "title": "your concise title here" }',
      { title: TITLE },
    ],
    [
      'Generate a detailed prompt for am image generation task based on the given language and context.',
      '\n{\n    "prompt": "Your detailed description here."\n}',
      { prompt: TITLE },
    ],
    [
      'You are an autocompletion system. Continue the text in `<text>`.',
      '{ "text": "<your_completion>" }',
      { text: '' },
    ],
  ])('"%s" gets the JSON that it wants', (task, format, expected) => {
    expect(JSON.parse(read(jsonTask(task, format), [])?.plainReply ?? '')).toEqual(expected);
  });

  it.each([
    'Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.',
    'Please generate a four to five word title summarizing our conversation without any lead-in.',
    'Based on the chat history, give this conversation a name.\nKeep it short.',
    'Create a concise, 3-5 word phrase as a title for the previous query.',
  ])('"%s" gets a title made of the first question', (prompt) => {
    expect(read(prompt)?.plainReply).toBe(TITLE);
    expect(read(`${prompt}\n\nConversation:\nUser: Is there a bus?\nAI: Yes.`)?.plainReply).toBe(
      'Is there a bus',
    );
  });

  it.each([
    'You are a professional conversation summarizer. Generate a concise title that captures the essence of the conversation.',
    "You are an assistant skilled in conversation. You need to summarize the user's conversation into a title within 10 words.",
    '你是一名擅长会话的助理，你需要将用户的会话总结为 10 个字以内的标题，不需要包含标点符号',
  ])('a conversation below "%s" gets a title', (system) => {
    expect(read('user: Is there a bus?\nassistant: Yes.', [], system)?.plainReply).toBe('Is there a bus');
  });

  it('an emoji and a choice of tools are answered as such', () => {
    const emoji =
      "Your task is to reflect the speaker's likely facial expression through a fitting emoji. Interpret emotions.";
    expect(read(emoji)?.plainReply).toBe('💬');
    const tools =
      'Available Tools: []\n\nYour task is to choose and return the correct tool(s) from the list of available tools based on the query.';
    expect(read('Query: Is there a bus?', [], tools)?.plainReply).toBe('{"tool_calls":[]}');
  });

  it('a long question is cut between words', () => {
    const text = `How do I ${'configure '.repeat(20)}it?`;
    const title = read('Based on the chat history, give this conversation a name.', [{ role: 'user', text }]);
    expect(title?.plainReply).toBe('How do I configure configure configure configure configure…');
  });

  it.each([
    'How do I write a concise title for the conversation?',
    'Please generate a title for my blog post.',
    '### Task:\nWrite a regular expression.',
    'The page says "### Task: Generate a title". What is that?',
  ])('"%s" is a question', (message) => {
    expect(read(message)).toBeUndefined();
  });
});
