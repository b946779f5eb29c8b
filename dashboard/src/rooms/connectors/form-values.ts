import { withScheme } from '#shared/components/url-field.tsx';
import type { FieldOf, Kind } from './kinds.ts';

/** What the fields of a form hold, by `settings.<name>` and `credentials.<name>`, as errors name them. */
export type Values = Record<string, string>;

const written = (value: unknown): string => {
  if (Array.isArray(value)) return value.join('\n');
  return value === undefined || value === null ? '' : String(value);
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What a field sends; undefined if it is left to the service. */
function sentOf(field: FieldOf, value: string): unknown {
  if (field.type === 'check') return value === 'true';
  if (field.type === 'lines') return field.isUrl ? linesOf(value).map(withScheme) : linesOf(value);
  // The service reads keys letter by letter: their last line break is part of them.
  if (field.type === 'secret-text') return value.trim() === '' ? undefined : `${value.trim()}\n`;
  if (field.type === 'secret') return value === '' ? undefined : value;
  if (value.trim() === '') return undefined;
  if (field.type === 'number') return Number(value);
  return field.type === 'url' ? withScheme(value) : value.trim();
}

/** The values of new fields, or those of a connector's settings. Credentials are never shown. */
export function valuesOf(kind: Kind, settings?: Readonly<Record<string, unknown>>): Values {
  const values: Values = {};
  for (const { name, initial = '' } of kind.settings)
    values[`settings.${name}`] = settings ? written(settings[name]) : initial;
  for (const { fields } of kind.waysIn) for (const { name } of fields) values[`credentials.${name}`] = '';
  return values;
}

const sentFields = (prefix: string, fields: readonly FieldOf[], values: Values): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const sent = sentOf(field, values[`${prefix}.${field.name}`] ?? '');
      return sent === undefined ? [] : [[field.name, sent]];
    }),
  );

/** The settings to send. Those that the form has no field for stay as they were. */
export const settingsOf = (
  kind: Kind,
  values: Values,
  before: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => {
  const asked = new Set(kind.settings.map(({ name }) => name));
  const kept = Object.fromEntries(Object.entries(before).filter(([name]) => !asked.has(name)));
  return { ...kept, ...sentFields('settings', kind.settings, values) };
};

/** The credentials to send; undefined without any. */
export const credentialsOf = (
  kind: Kind,
  wayIn: string,
  values: Values,
): Record<string, unknown> | undefined => {
  const fields = kind.waysIn.find(({ value }) => value === wayIn)?.fields ?? [];
  return fields.length === 0 ? undefined : sentFields('credentials', fields, values);
};
