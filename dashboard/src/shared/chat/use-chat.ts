import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { requestAll } from '#shared/api/request.ts';
import { keep, readKept } from './kept-text.ts';
import { withdraw } from './read-events.ts';
import { type Feedback, type Message, type Reply, replyOf, replyOfAnswer } from './reply.ts';
import { type ChatEvent, sendMessage } from './send-message.ts';

/** A question and its reply. */
export type ChatTurn = {
  key: number;
  /** '' where a message came without one. */
  question: string;
  state: 'running' | 'done' | 'stopped' | 'failed';
  /** The reply so far. */
  written: string;
  /** What the language model searches for, if it asked for another search. */
  search?: string;
  reply?: Reply;
  messageId?: string;
  /** An earlier rating. */
  feedback?: Feedback | undefined;
  error?: Error;
};

const sessionName = (agentId: string): string => `chat session of ${agentId}`;
const questionName = (agentId: string): string => `chat question of ${agentId}`;

/** A conversation with an agent. It goes on after a reload of the page.
 *  isDraft: the saved draft of the agent answers. unanswered: called with a question that got no reply, because it was stopped or the page was reloaded meanwhile. */
export function useChat(agentId: string, unanswered: (question: string) => void = () => {}, isDraft = false) {
  const [turns, setTurns] = useState<ChatTurn[]>([]);
  const [sessionId, setSessionId] = useState(() => readKept(sessionName(agentId)));
  const [isRestoring, setRestoring] = useState(sessionId !== undefined);
  const running = useRef<AbortController>(undefined);
  const lastKey = useRef(0);
  const queryClient = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    const controller = new AbortController();
    const asked = readKept(questionName(agentId));
    void restore(agentId, sessionId, controller.signal).then((earlier) => {
      if (controller.signal.aborted) return;
      if (earlier === undefined) begin();
      else setTurns(earlier.map((turn) => ({ ...turn, key: ++lastKey.current })));
      setRestoring(false);
      keep(questionName(agentId), undefined);
      if (asked !== undefined && earlier?.at(-1)?.question !== asked) unanswered(asked);
    });
    return () => controller.abort();
  }, []);

  const change = (key: number, with_: (turn: ChatTurn) => ChatTurn): void =>
    setTurns((all) => all.map((turn) => (turn.key === key ? with_(turn) : turn)));
  const take = (key: number, event: ChatEvent): void => {
    if (event.type === 'search') change(key, (turn) => ({ ...turn, search: event.query }));
    if (event.type === 'delta') change(key, (turn) => ({ ...turn, written: turn.written + event.text }));
    if (event.type === 'withdraw')
      change(key, (turn) => ({ ...turn, written: withdraw(turn.written, event) }));
    if (event.type !== 'done') return;
    const { answer } = event;
    // The session exists once its first turn is stored.
    setSessionId(answer.session_id);
    keep(sessionName(agentId), answer.session_id);
    change(key, (turn) => ({
      ...turn,
      state: 'done',
      reply: replyOfAnswer(answer),
      messageId: answer.message_id,
    }));
    for (const queryKey of [['conversations'], ['gaps']]) void queryClient.invalidateQueries({ queryKey });
  };
  const send = async (question: string): Promise<void> => {
    const key = ++lastKey.current;
    const controller = new AbortController();
    running.current = controller;
    keep(questionName(agentId), question);
    setTurns((all) => [...all.filter(({ state }) => state !== 'failed'), newTurn(key, question)]);
    try {
      const message = { message: question, sessionId, isDraft };
      for await (const event of sendMessage(agentId, message, controller.signal))
        if (!controller.signal.aborted) take(key, event);
      if (controller.signal.aborted) change(key, (turn) => ({ ...turn, state: 'stopped' }));
      keep(questionName(agentId), undefined);
    } catch (error) {
      change(key, (turn) =>
        controller.signal.aborted
          ? { ...turn, state: 'stopped' }
          : { ...turn, state: 'failed', error: error as Error },
      );
    }
  };
  const abort = useCallback((): void => running.current?.abort(), []);
  const begin = (): void => {
    abort();
    setTurns([]);
    setSessionId(undefined);
    for (const name of [sessionName(agentId), questionName(agentId)]) keep(name, undefined);
  };
  return {
    turns,
    sessionId,
    isRestoring,
    isRunning: turns.some(({ state }) => state === 'running'),
    send,
    stop: (): void => {
      abort();
      keep(questionName(agentId), undefined);
      const stopped = turns.find(({ state }) => state === 'running');
      if (stopped) unanswered(stopped.question);
    },
    begin,
  };
}

const newTurn = (key: number, question: string): ChatTurn => ({
  key,
  question,
  state: 'running',
  written: '',
});

/** The turns of a stored conversation, oldest first; undefined if it can't be read any more. */
async function restore(
  agentId: string,
  sessionId: string | undefined,
  signal: AbortSignal,
): Promise<Omit<ChatTurn, 'key'>[] | undefined> {
  if (sessionId === undefined) return [];
  const path = `/v1/agents/${agentId}/conversations/${encodeURIComponent(sessionId)}/messages`;
  const messages = await requestAll<Message>(path, signal).catch(() => undefined);
  return messages && turnsOf(messages);
}

function turnsOf(messages: readonly Message[]): Omit<ChatTurn, 'key'>[] {
  const turns: Omit<ChatTurn, 'key'>[] = [];
  for (const message of messages) {
    const { role, text } = message;
    if (role === 'welcome') continue;
    if (role === 'user') {
      turns.push({ question: text, state: 'done', written: '' });
      continue;
    }
    const last = turns.at(-1);
    const turn =
      last && last.reply === undefined ? last : { question: '', state: 'done' as const, written: '' };
    if (turn !== last) turns.push(turn);
    Object.assign(turn, {
      reply: replyOf(message),
      ...(role === 'agent' && { messageId: message.id }),
      ...(message.feedback && { feedback: message.feedback }),
    });
  }
  return turns;
}
