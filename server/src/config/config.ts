import type { z } from 'zod';
import { OperatorError } from '#lib/operator-error.ts';
import { CONNECTOR_SETTINGS } from './connectors.ts';
import { JOB_SETTINGS } from './jobs.ts';
import { LIMIT_SETTINGS } from './limits.ts';
import { MODEL_SETTINGS, wrongModelSettings } from './models.ts';
import { OCR_SETTINGS } from './ocr.ts';
import { retiredSettings } from './retired-settings.ts';
import { SERVER_SETTINGS, wrongServerSettings } from './server.ts';
import { type Values, withoutSecrets } from './setting.ts';
import { SIGN_IN_SETTINGS, wrongSignInSettings } from './sign-in.ts';
import { STORAGE_SETTINGS, wrongStorageSettings } from './storage.ts';
import { TIMINGS, type Timings } from './timings.ts';

const SETTINGS = {
  ...SERVER_SETTINGS,
  ...STORAGE_SETTINGS,
  ...JOB_SETTINGS,
  ...CONNECTOR_SETTINGS,
  ...OCR_SETTINGS,
  ...MODEL_SETTINGS,
  ...LIMIT_SETTINGS,
  ...SIGN_IN_SETTINGS,
};

export type Config = Values<typeof SETTINGS> & Timings;

type Environment = Record<string, string | undefined>;

/** The settings in force, checked and frozen. Throws one OperatorError with a sentence for everything that is wrong. An empty
 *  variable counts as absent. */
export function readConfig(env: Environment = process.env, timings: Partial<Timings> = {}): Config {
  const { values, wrong } = parse(env);
  if (wrong.length > 0)
    throw new OperatorError(['Some settings are wrong:', ...wrong].join('\n  '), { exitCode: 2 });
  return Object.freeze({ ...TIMINGS, ...timings, ...values }) as Config;
}

const hasValue = (env: Environment, name: string): boolean => (env[name] ?? '') !== '';

function parse(env: Environment): { values: Partial<Values<typeof SETTINGS>>; wrong: string[] } {
  const read: Record<string, unknown> = {};
  const wrong = retiredSettings(env);
  for (const [name, schema] of Object.entries<z.ZodType>(SETTINGS)) {
    const result = schema.safeParse(hasValue(env, name) ? env[name] : undefined);
    if (result.success) read[name] = result.data;
    else {
      const value = secretOf(schema) ? '' : `=${withoutSecrets(env[name] ?? '')}`;
      wrong.push(
        `${name}${value}: ${result.error.issues.map(({ message }) => message).join('; ')}. ${schema.description}`,
      );
    }
  }
  const values = read as Partial<Values<typeof SETTINGS>>;
  wrong.push(
    ...wrongModelSettings(values, (name) => hasValue(env, name)),
    ...wrongStorageSettings(values),
    ...wrongSignInSettings(values),
    ...wrongServerSettings(values),
  );
  return { values, wrong };
}

/** One setting as `footnote config` shows it. */
export type SettingInForce = {
  name: string;
  /** Without secrets; undefined when it has none. */
  value: string | undefined;
  /** `default`, `environment`, or the file that the value comes from. */
  source: string;
  about: string;
};

/** All settings with their values and sources, and a sentence for everything that is wrong. files: those that the environment
 *  was read from, the last one wins. */
export function inspectConfig(
  env: Environment = process.env,
  files: readonly { path: string; values: Environment }[] = [],
): { settings: SettingInForce[]; wrong: string[] } {
  const settings = Object.entries<z.ZodType>(SETTINGS).map(([name, schema]) => {
    const isSet = hasValue(env, name);
    const source = isSet
      ? (files.findLast(({ values }) => values[name] === env[name])?.path ?? 'environment')
      : 'default';
    const secret = secretOf(schema);
    const isHidden = secret === 'whole' || (secret !== undefined && !schema.safeParse(env[name]).success);
    const value = isSet ? (isHidden ? '***' : withoutSecrets(env[name] ?? '')) : defaultOf(schema);
    return { name, value, source, about: schema.description ?? '' };
  });
  return { settings, wrong: parse(env).wrong };
}

const secretOf = (schema: z.ZodType) => schema.meta()?.['secret'];

const defaultOf = (schema: z.ZodType): string | undefined => {
  const value = schema.safeParse(undefined).data;
  // Lists are empty by default, and the limits are those that `about` names.
  return value === undefined || Array.isArray(value)
    ? undefined
    : typeof value === 'object'
      ? 'on'
      : String(value);
};
