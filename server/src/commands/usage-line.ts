import type { Command, Option } from './command.ts';

/** `footnote keys revoke ID [options]`, with the options that must be given. */
export function usageLine({ name, args, options }: Pick<Command, 'name' | 'args' | 'options'>): string {
  const required = Object.entries(options).filter(([, { isRequired }]) => isRequired);
  const words = [
    'footnote',
    name,
    ...args.map((argument) => {
      const word = argument.isRepeatable ? `${argument.name}…` : argument.name;
      return argument.isOptional ? `[${word}]` : word;
    }),
    ...required.map(([option, each]) => usageOf(option, each)),
    ...(Object.keys(options).length > required.length ? ['[options]'] : []),
  ];
  return words.join(' ');
}

/** `--scope read_only|read_write`. */
export const usageOf = (name: string, { value, choices }: Option): string =>
  [`--${name}`, value ?? choices?.join('|')].filter(Boolean).join(' ');
