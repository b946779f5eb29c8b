import type { TurnRequest } from '#chat/turn/turn.ts';
import type { Asked } from './read-messages.ts';

type Task = NonNullable<TurnRequest['task']>;

/** Reads the fixed prompts by which chat front ends ask for the title of a conversation, its tags, what to ask next or how a
 *  text goes on; undefined for what a person wrote. */
export function readTask({ message, history, system }: Asked): Task | undefined {
  const prompt = message.trimStart();
  if (EMOJI_PROMPT.test(prompt)) return { plainReply: '💬' };
  if (TOOL_PROMPT.test(system))
    return { plainReply: JSON.stringify({ tool_calls: [] }), wanted: 'tool_calls' };
  const wanted = wantedBy(prompt, system.trimStart());
  if (wanted === undefined) return undefined;
  if (wanted === 'title-as-text') return { plainReply: toTitle(firstQuestion(prompt, history)) };
  const isText = wanted in PLAIN_TEXTS;
  const plain = isText ? PLAIN_TEXTS[wanted]?.(() => toTitle(firstQuestion(prompt, history))) : [];
  return { plainReply: JSON.stringify({ [wanted]: plain }), wanted };
}

/** Keys of JSON whose value is a text, and what it is without a language model. Those of the others are lists. */
const PLAIN_TEXTS: Record<string, (title: () => string) => string> = {
  title: (title) => title(),
  // Of an image to make.
  prompt: (title) => title(),
  // How what is being typed goes on.
  text: () => '',
};

/** Of LibreChat, NextChat, Chatbox and earlier releases of Open WebUI: these want the title as plain text. */
const TITLE_PROMPTS = [
  /^(?:please )?(?:provide|generate) a concise, 5-word-or-less title for the conversation/i,
  /^please generate a concise title \(max 40 characters\) for a conversation that starts with/i,
  /^analyze this conversation and provide:\s+1\. the detected language of the conversation/i,
  /^please generate a four to five word title summarizing our conversation/i,
  /^based on the chat history, give this conversation a name\./i,
  /^create a concise, 3-5 word (?:title|phrase)[^\n]{0,40} as a title for the (?:chat history|previous query)/i,
];

/** Of LobeChat and Cherry Studio, which say so in a system message and send the conversation as one message. */
const TITLE_SYSTEM_PROMPTS = [
  /^you are a professional conversation summarizer\. generate a concise title/i,
  /^you are an assistant (?:skilled in|who is good at) conversation[.,] (?:and )?you need to summarize the user's conversation into a title/i,
  /^你是一名擅长会话的助理，你需要将用户的会话总结为/,
];

/** Of Open WebUI: a task, the JSON that it wants, and the conversation. */
const wantedJson = (prompt: string): string | undefined =>
  prompt.startsWith('### Task:') && prompt.includes('<chat_history>')
    ? /\{\s?"(title|tags|follow_ups|queries|prompt|text)"\s?:/.exec(prompt.replace(/\s+/g, ' '))?.[1]
    : undefined;

/** Of Open WebUI. */
const EMOJI_PROMPT =
  /^your task is to reflect the speaker's likely facial expression through a fitting emoji\./i;
const TOOL_PROMPT =
  /your task is to choose and return the correct tool\(s\) from the list of available tools/i;

const wantedBy = (prompt: string, system: string): string | undefined =>
  TITLE_PROMPTS.some((pattern) => pattern.test(prompt)) ||
  TITLE_SYSTEM_PROMPTS.some((pattern) => pattern.test(system))
    ? 'title-as-text'
    : wantedJson(prompt);

/** The conversation is in the prompt or before it. */
const firstQuestion = (prompt: string, history: NonNullable<TurnRequest['history']>): string =>
  /(?:^|\n|>)(?:USER|User|user|Human): ?(\S[^\n]*)/.exec(prompt)?.[1] ??
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
