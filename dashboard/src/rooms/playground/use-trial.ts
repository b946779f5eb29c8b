import { useEffect, useRef, useState } from 'react';
import { withdraw } from '#shared/chat/read-events.ts';
import type { Side } from './playground-search.ts';
import { runTrial, type Trial, type TrialStep } from './trial.ts';

/** One question to one configuration. */
export type RunningTrial = {
  state: 'running' | 'done' | 'stopped' | 'failed';
  message: string;
  side: Side;
  /** The reply so far. */
  written: string;
  steps: readonly TrialStep[];
  trial?: Trial;
  error?: Error;
};

/** The last trial of a side. A new one ends it, and so does leaving the page. */
export function useTrial() {
  const [last, setLast] = useState<RunningTrial>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (message: string, side: Side): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setLast({ state: 'running', message, side, written: '', steps: [] });
    const change = (with_: (trial: RunningTrial) => RunningTrial): void => {
      if (running.current === controller) setLast((now) => now && with_(now));
    };
    try {
      for await (const event of runTrial(message, side, controller.signal)) {
        if (event.type === 'step')
          change((now) => ({
            ...now,
            steps: [...now.steps, event.step].sort((one, other) => one.at_ms - other.at_ms),
          }));
        if (event.type === 'delta') change((now) => ({ ...now, written: now.written + event.text }));
        if (event.type === 'withdraw') change((now) => ({ ...now, written: withdraw(now.written, event) }));
        if (event.type === 'done')
          change((now) => ({ ...now, state: 'done', trial: event.trial, steps: event.trial.steps }));
      }
    } catch (error) {
      change((now) =>
        controller.signal.aborted
          ? { ...now, state: 'stopped' }
          : { ...now, state: 'failed', error: error as Error },
      );
    }
  };
  return {
    last,
    isRunning: last?.state === 'running',
    run,
    stop: (): void => running.current?.abort(),
    forget: (): void => {
      running.current?.abort();
      running.current = undefined;
      setLast(undefined);
    },
  };
}
