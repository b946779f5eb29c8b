import type { RunTrial } from '#chat/trials/run-trial.ts';
import type { RunTurn } from '#chat/turn/run-turn.ts';
import type { Limiter } from '#http/rate-limits/limiter.ts';
import type { Environment } from '#lib/environment.ts';
import type { Monitor } from '#monitoring/monitor.ts';
import type { Services } from '#services.ts';
import type { Store } from '#storage/store.ts';
import type { bindRequestContext } from './request-context.ts';

/** The dependencies of one environment's HTTP interface. */
export type AppServices = Services & {
  /** The stores of both environments: a key is looked up in its own environment, wherever it is used. */
  stores: Record<Environment, Store>;
  /** Signs the cursors of this environment. */
  cursorSecret: string;
  /** Counts attempts to sign in; accounts are the same in both environments. */
  peopleLimiter: Limiter;
  /** Signs the cookies of browsers that have signed in before. */
  deviceSecret: string;
  monitor: Monitor;
  /** Whether the service is stopping and requests should go elsewhere. */
  isStopping: () => boolean;
};

/** Shared by all requests of an environment. */
export type RequestServices = AppServices &
  ReturnType<typeof bindRequestContext> & { limiter: Limiter; runTurn: RunTurn; runTrial: RunTrial };
