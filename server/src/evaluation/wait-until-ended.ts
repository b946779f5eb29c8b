import { setTimeout as sleep } from 'node:timers/promises';
import type { EvaluationId } from '#lib/ids.ts';
import type { EvaluationSummary, WorkspaceStore } from '#storage/store.ts';

const PAUSE_MS = 100;

/** Reads an evaluation once it is no longer `running`, or after `timeoutMs`. Undefined if it was deleted. */
export async function waitUntilEnded(
  store: Pick<WorkspaceStore, 'evaluations'>,
  evaluationId: EvaluationId,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<EvaluationSummary | undefined> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const evaluation = await store.evaluations.find(evaluationId);
    const leftMs = deadline - Date.now();
    if (evaluation?.status !== 'running' || leftMs <= 0 || signal.aborted) return evaluation;
    await sleep(Math.min(PAUSE_MS, leftMs), undefined, { signal }).catch(() => undefined);
  }
}
