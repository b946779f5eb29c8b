import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { withdraw } from './read-events.ts';
import { type Reply, replyOfAnswer } from './reply.ts';
import { type ChatEvent, sendMessage } from './send-message.ts';

/** A question and its reply. */
export type ChatTurn = {
  key: number;
  question: string;
  state: 'running' | 'done' | 'stopped' | 'failed';
  /** The reply so far. */
  written: string;
  reply?: Reply;
  messageId?: string;
  error?: Error;
};

/** A conversation with an agent, for as long as the page is open. */
export function useChat(agentId: string) {
  const [turns, setTurns] = useState<ChatTurn[]>([]);
  const [sessionId, setSessionId] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const lastKey = useRef(0);
  const queryClient = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);

  const change = (key: number, with_: (turn: ChatTurn) => ChatTurn): void =>
    setTurns((all) => all.map((turn) => (turn.key === key ? with_(turn) : turn)));
  const take = (key: number, event: ChatEvent): void => {
    if (event.type === 'delta') change(key, (turn) => ({ ...turn, written: turn.written + event.text }));
    if (event.type === 'withdraw')
      change(key, (turn) => ({ ...turn, written: withdraw(turn.written, event) }));
    if (event.type !== 'done') return;
    const { answer } = event;
    // The session exists once its first turn is stored.
    setSessionId(answer.session_id);
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
    setTurns((all) => [...all.filter(({ state }) => state !== 'failed'), newTurn(key, question)]);
    try {
      for await (const event of sendMessage(agentId, { message: question, sessionId }, controller.signal))
        if (!controller.signal.aborted) take(key, event);
      if (controller.signal.aborted) change(key, (turn) => ({ ...turn, state: 'stopped' }));
    } catch (error) {
      change(key, (turn) =>
        controller.signal.aborted
          ? { ...turn, state: 'stopped' }
          : { ...turn, state: 'failed', error: error as Error },
      );
    }
  };
  const stop = useCallback((): void => running.current?.abort(), []);
  return {
    turns,
    sessionId,
    isRunning: turns.some(({ state }) => state === 'running'),
    send,
    stop,
    begin: (): void => {
      stop();
      setTurns([]);
      setSessionId(undefined);
    },
  };
}

const newTurn = (key: number, question: string): ChatTurn => ({
  key,
  question,
  state: 'running',
  written: '',
});
