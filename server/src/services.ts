import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Clock } from '#lib/clock.ts';
import type { Models } from '#models/model.ts';
import type { Store } from '#storage/store.ts';

/** What the rooms work with, in one environment. Made once, in main.ts; functions take the parts they use as their first
 *  argument. */
export type Services = {
  config: Config;
  store: Store;
  models: Models;
  log: FastifyBaseLogger;
  clock: Clock;
};
