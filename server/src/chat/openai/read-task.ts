import type { TurnRequest } from '#chat/turn/turn.ts';

type Task = NonNullable<TurnRequest['task']>;

/** Reads the fixed prompts by which chat front ends ask for the title of a conversation, its tags or what to ask next;
 *  undefined for what a person wrote. */
export function readTask(message: string, history: NonNullable<TurnRequest['history']>): Task | undefined {
  const prompt = message.trimStart();
  const wanted = wantedBy(prompt);
  if (wanted === undefined) return undefined;
  const title = toTitle(firstQuestion(prompt, history));
  if (wanted === 'text') return { plainReply: title };
  return { plainReply: JSON.stringify({ [wanted]: wanted === 'title' ? title : [] }), wanted };
}

/** Of LibreChat, NextChat, Chatbox and earlier releases of Open WebUI: these want the title as plain text. */
const TITLE_PROMPTS = [
  /^(?:please )?(?:provide|generate) a concise, 5-word-or-less title for the conversation/i,
  /^analyze this conversation and provide:\s+1\. the detected language of the conversation/i,
  /^please generate a four to five word title summarizing our conversation/i,
  /^based on the chat history, give this conversation a name\./i,
  /^create a concise, 3-5 word (?:title|phrase)[^\n]{0,40} as a title for the (?:chat history|previous query)/i,
];

/** Of Open WebUI: a task, the JSON that it wants, and the conversation. */
const wantedJson = (prompt: string): string | undefined =>
  prompt.startsWith('### Task:') && prompt.includes('<chat_history>')
    ? /\{ ?"(title|tags|follow_ups|queries)" ?:/.exec(prompt)?.[1]
    : undefined;

const wantedBy = (prompt: string): string | undefined =>
  TITLE_PROMPTS.some((pattern) => pattern.test(prompt)) ? 'text' : wantedJson(prompt);

/** The conversation is in the prompt or before it. */
const firstQuestion = (prompt: string, history: NonNullable<TurnRequest['history']>): string =>
  /(?:\n|>)(?:USER|User|Human): ?(\S[^\n]*)/.exec(prompt)?.[1] ??
  history.find(({ role }) => role === 'user')?.text ??
  'Conversation';

const LONGEST_TITLE = 60;

/** The first line, cut between words, without its closing punctuation. */
function toTitle(question: string): string {
  const [line = ''] = question.trim().split('\n');
  const letters = [...line];
  // Backtracks: at most 60 letters.
  if (letters.length <= LONGEST_TITLE) return line.replace(/[\s?!.。？！]+$/u, '');
  const cut = letters.slice(0, LONGEST_TITLE).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${cut.slice(0, lastSpace > 0 ? lastSpace : undefined).trimEnd()}…`;
}
