import { type Config, readConfig } from '#config/config.ts';
import { TIMINGS } from '#config/timings.ts';

type Settings = Record<string, string | undefined>;

/** readConfig for tests, which may also shorten the times that operators cannot set. Passages are read by the instant model
 *  alone; a test of both passes sets EMBEDDING_MODEL to ''. */
export function readTestConfig(settings: Settings): Config {
  const { env, timings } = splitTimings(withInstantModel(settings));
  return readConfig(env, timings);
}

/** The settings of a service in a test that does not say which models it has. */
export const withInstantModel = <Given extends Settings>(settings: Given): Given =>
  settings['EMBEDDING_PROVIDER'] ? settings : { EMBEDDING_MODEL: 'instant', ...settings };

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
