import type { Environment } from '#lib/environment.ts';

/** What --environment takes. Keys say `test`, and the API says `sandbox`. */
export const ENVIRONMENT_OPTION = {
  choices: ['live', 'test', 'sandbox'],
  value: 'live|test',
} as const;

export type EnvironmentName = (typeof ENVIRONMENT_OPTION.choices)[number];

export const environmentOf = (name: EnvironmentName): Environment => (name === 'live' ? 'live' : 'sandbox');
