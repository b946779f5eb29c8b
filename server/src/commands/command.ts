import type { Config } from '#config/config.ts';

/** An option of a command. Without `value` and `choices` it is a switch. */
export type Option = {
  about: string;
  /** What stands for the value in the help, such as FILE. */
  value?: string;
  /** The only values that the option takes. */
  choices?: readonly [string, ...string[]];
  isRequired?: true;
  isRepeatable?: true;
};

export type Argument = {
  /** As in the help, such as FILE. */
  name: string;
  about: string;
  isOptional?: true;
  isRepeatable?: true;
};

export type Options = Record<string, Option>;

type TextOf<Each extends Option> = Each extends { choices: readonly (infer Choice)[] } ? Choice : string;

type ValueOf<Each extends Option> = Each extends { isRepeatable: true }
  ? TextOf<Each>[]
  : Each extends { isRequired: true }
    ? TextOf<Each>
    : Each extends { value: string } | { choices: readonly string[] }
      ? TextOf<Each> | undefined
      : boolean;

/** A command as it was typed, checked against its entry in the table. */
export type Call<Values> = {
  /** The settings of the service. Read on first use: a command that talks to a URL works whatever they are. */
  readonly config: Config;
  values: Values;
  args: string[];
};

type Run<Values> = (call: Call<Values>) => void | Promise<void>;

type Spec<Each extends Options> = {
  /** One word, or two for a command of a group, such as `keys create`. */
  name: string;
  /** Imperative, one line. */
  summary: string;
  args?: readonly Argument[];
  options?: Each;
  /** What else the help says: paragraphs with line breaks. */
  notes?: string;
  /** At least one, without the word `footnote`. */
  examples: readonly [string, ...string[]];
  /** Loaded when it runs: `keys` does not wait for the HTTP server's code. */
  load: () => Promise<Run<{ [Name in keyof Each]: ValueOf<Each[Name]> }>>;
};

/** One entry of the table that help, parsing, suggestions and completions are made from. */
export type Command = Required<Omit<Spec<Options>, 'load' | 'notes'>> & {
  notes: string;
  load: () => Promise<Run<Record<string, unknown>>>;
};

/** An entry of the table. Its handler must take the values that its options give. */
export const command = <const Each extends Options = Record<never, Option>>({
  args = [],
  options = {} as Each,
  notes = '',
  ...spec
}: Spec<Each>): Command => ({ ...spec, args, options, notes }) as unknown as Command;

/** Printing one JSON value instead of lines. */
export const JSON_OPTION = { json: { about: 'print one JSON value' } } as const;

/** The commands whose first word this is. */
export const commandsOf = (commands: readonly Command[], word: string): Command[] =>
  commands.filter(({ name }) => name === word || name.startsWith(`${word} `));
