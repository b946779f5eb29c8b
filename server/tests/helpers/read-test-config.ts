import { type Config, readConfig } from '#config/config.ts';
import { TIMINGS } from '#config/timings.ts';

type Settings = Record<string, string | undefined>;

/** readConfig for tests, which may also shorten the times that operators cannot set. */
export function readTestConfig(settings: Settings): Config {
  const { env, timings } = splitTimings(settings);
  return readConfig(env, timings);
}

/** Takes the times out of settings, because as variables they would stop the start. */
export function splitTimings(settings: Settings): { env: Settings; timings: Record<string, number> } {
  const entries = Object.entries(settings);
  return {
    env: Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(TIMINGS, name))),
    timings: Object.fromEntries(
      entries.flatMap(([name, value]) => (Object.hasOwn(TIMINGS, name) ? [[name, Number(value)]] : [])),
    ),
  };
}
