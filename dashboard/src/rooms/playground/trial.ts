import type { z } from 'zod';
import type {
  TrialModels as ModelsSchema,
  TrialPassage as PassageSchema,
  TrialStep as StepSchema,
  Trial as TrialSchema,
} from '#server/chat/trials/schema.ts';
import { AGENTS } from '#shared/api/agent-queries.ts';
import { ApiError, errorOf, request, untilSignedInAgain } from '#shared/api/request.ts';
import { readShown } from '#shared/api/shown-names.ts';
import { readEvents, type Withdrawal } from '#shared/chat/read-events.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { Side } from './playground-search.ts';

export type Trial = z.infer<typeof TrialSchema>;
export type TrialStep = z.infer<typeof StepSchema>;
export type TrialPassage = z.infer<typeof PassageSchema>;

const words = rooms.chat;

export const NO_MODEL = 'none';

export const trialsPath = (agent: string): string => `${AGENTS}/${agent}/trials`;

/** The models that a trial of an agent may name. */
export const trialModelsQuery = (agent: string) => ({
  queryKey: ['agents', 'trial-models', agent],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request<z.infer<typeof ModelsSchema>>('GET', trialsPath(agent), undefined, signal),
  staleTime: 300_000,
});

/** The body of a trial. */
export const trialBody = (message: string, { model, settings }: Side) => ({
  message,
  ...(settings && Object.keys(settings).length > 0 && { settings }),
  ...(model !== undefined && { model }),
});

export type TrialEvent =
  | { type: 'step'; step: TrialStep }
  | { type: 'delta'; text: string }
  | ({ type: 'withdraw' } & Withdrawal)
  | { type: 'done'; trial: Trial };

/** Asks, and yields the reply and its steps as they come; the last event is `done`. Throws ApiError. */
export async function* runTrial(
  message: string,
  side: Side,
  signal: AbortSignal,
): AsyncGenerator<TrialEvent, void> {
  let response = await post(message, side, signal);
  if (response.status === 401) {
    await untilSignedInAgain(await errorOf(response), true);
    response = await post(message, side, signal);
  }
  if (!response.ok || !response.body) throw await errorOf(response);
  try {
    for await (const { name, data } of readEvents(response.body)) {
      const value: unknown = readShown(data);
      if (name === 'error') throw new ApiError(500, (value as { error: ApiError }).error);
      if (name === 'step') yield { type: 'step', step: value as TrialStep };
      if (name === 'delta') yield { type: 'delta', text: (value as { text: string }).text };
      if (name === 'withdraw') yield { type: 'withdraw', ...(value as Withdrawal) };
      if (name === 'done') {
        yield { type: 'done', trial: value as Trial };
        return;
      }
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
  }
  throw new ApiError(0, { code: 'unreachable', message: words.broken });
}

async function post(message: string, side: Side, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(trialsPath(side.agent), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...trialBody(message, side), stream: true }),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError(0, { code: 'unreachable', message: words.failed });
  }
}
