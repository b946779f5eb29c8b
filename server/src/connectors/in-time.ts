import { startDeadline, untilAborted } from '#net/deadline.ts';
import { ConnectorFault } from './connector-fault.ts';

/** Waits for one step of a place. Throws ConnectorFault if it takes too long, and the reason of the signal if that aborts. */
export async function inTime<T>(work: Promise<T>, timeoutMs: number, signal: AbortSignal): Promise<T> {
  const deadline = startDeadline(timeoutMs, signal);
  try {
    return await untilAborted(work, deadline.signal);
  } catch (error) {
    if (deadline.ended() === 'timeout')
      throw new ConnectorFault(
        'unavailable',
        `The place did not answer within ${Math.round(timeoutMs / 1_000)} seconds.`,
        { cause: error },
      );
    throw error;
  } finally {
    deadline.dispose();
  }
}
