import { parseArgs } from 'node:util';
import type { Argument, Command, Option } from './command.ts';
import { didYouMean } from './suggest.ts';
import { usageLine } from './usage-line.ts';
import { usageError } from './with-store.ts';

type Parsed = { wantsHelp: boolean; values: Record<string, unknown>; args: string[] };

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

/** Checks what was typed after the name of a command against its entry in the table. */
export function parseCommand(command: Command, typed: string[]): Parsed {
  const { tokens } = parseArgs({
    args: typed,
    strict: false,
    tokens: true,
    options: {
      ...Object.fromEntries(
        Object.entries(command.options).map(([name, option]) => [
          name,
          { type: isSwitch(option) ? ('boolean' as const) : ('string' as const) },
        ]),
      ),
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help'))
    return { wantsHelp: true, values: {}, args: [] };
  const values = emptyValues(command);
  for (const token of tokens) if (token.kind === 'option') take(token, command, values);
  for (const [name, option] of Object.entries(command.options))
    if (option.isRequired && values[name] === undefined)
      throw usageError(
        option.choices
          ? `--${name} must be ${listed(option.choices)}.`
          : `--${name} is missing: ${usageLine(command)}`,
      );
  const args = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  checkArguments(command, args);
  return { wantsHelp: false, values, args };
}

const isSwitch = ({ value, choices }: Option): boolean => value === undefined && choices === undefined;

/** Switches are off and lists are empty until they are given. */
const emptyValues = ({ options }: Command): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      option.isRepeatable ? [] : isSwitch(option) ? false : undefined,
    ]),
  );

function take(token: OptionToken, command: Command, values: Record<string, unknown>): void {
  const { name, rawName, value } = token;
  const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (!option)
    throw usageError(
      `There is no option ${rawName}.${didYouMean(name, Object.keys(command.options)).replace('mean ', 'mean --')} \`footnote help ${command.name}\` lists the options.`,
    );
  if (isSwitch(option)) {
    if (value !== undefined) throw usageError(`--${name} takes no value.`);
    values[name] = true;
    return;
  }
  // A forgotten value, so that the next option was taken for it.
  const isMissing = value === undefined || (!token.inlineValue && value.startsWith('-') && value !== '-');
  if (isMissing)
    throw usageError(`--${name} needs a value: --${name} ${option.value ?? option.choices?.join('|')}`);
  if (option.choices && !option.choices.includes(value))
    throw usageError(`--${name} must be ${listed(option.choices)}.${didYouMean(value, option.choices)}`);
  if (option.isRepeatable) (values[name] as string[]).push(value);
  // The last one wins, so that an alias can have defaults.
  else values[name] = value;
}

function checkArguments(command: Command, given: readonly string[]): void {
  const { args } = command;
  const missing: Argument | undefined = args[given.length];
  if (missing && !missing.isOptional)
    throw usageError(`${missing.name} is missing (${missing.about}): ${usageLine(command)}`);
  const surplus = given[args.length];
  if (surplus !== undefined && !args.at(-1)?.isRepeatable)
    throw usageError(`"${surplus}" is one argument too many: ${usageLine(command)}`);
}

export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
