import { type Call, type Command, commandsOf, type Option } from './command.ts';
import { listed } from './parse-command.ts';
import { didYouMean } from './suggest.ts';
import { usageError } from './with-store.ts';

/** The table of commands, which this file cannot import, because the table loads it. */
type Table = {
  groups: Readonly<Record<string, { summary: string }>>;
  commands: readonly Command[];
};

const SHELLS: Record<string, (table: Table) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `footnote completion bash|zsh|fish`: prints a script, made from the table of commands. */
export const completionCommand =
  (table: Table) =>
  ({ args: [shell = ''] }: Pick<Call<unknown>, 'args'>): void => {
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    const names = Object.keys(SHELLS);
    if (!script) throw usageError(`SHELL must be ${listed(names)}.${didYouMean(shell, names)}`);
    process.stdout.write(script(table));
  };

const firstWords = ({ groups }: Table): string[] => [...Object.keys(groups), 'help', 'version'];
/** Words that a second one follows, such as `keys`, with their commands. */
const verbsByGroup = ({ groups, commands }: Table): [string, Command[]][] =>
  Object.keys(groups)
    .map((group): [string, Command[]] => [group, commandsOf(commands, group)])
    .filter(([group, verbs]) => verbs[0]?.name !== group);
const verbOf = ({ name }: Command): string => name.slice(name.indexOf(' ') + 1);
const optionWords = ({ options }: Command): string[] =>
  [...Object.keys(options), 'help'].map((name) => `--${name}`);
const isSwitch = ({ value, choices }: Option): boolean => value === undefined && choices === undefined;

function bashScript(table: Table): string {
  const words = firstWords(table).join(' ');
  const cases = table.commands.map((command) => {
    const values = Object.entries(command.options).filter(([, option]) => !isSwitch(option));
    const choices = values.map(
      ([name, { choices: words = [] }]) => `        --${name}) words='${words.join(' ')}' ;;`,
    );
    const args = command.name === 'completion' ? ` ${Object.keys(SHELLS).join(' ')}` : '';
    return `    '${command.name}')
      case $previous in
${[...choices, `        *) words='${optionWords(command).join(' ')}${args}' ;;`].join('\n')}
      esac ;;`;
  });
  const groups = verbsByGroup(table);
  return `# bash completion for footnote
_footnote() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} name=\${COMP_WORDS[1]} words=''
  case $name in
    ${groups.map(([group]) => group).join('|')}) [ "$COMP_CWORD" -gt 2 ] && name="$name \${COMP_WORDS[2]}" ;;
  esac
  [ "$COMP_CWORD" -lt 2 ] && name=''
  case $name in
    '') words='${words}' ;;
    help) words='${words}' ;;
${groups.map(([group, verbs]) => `    ${group}) words='${verbs.map(verbOf).join(' ')}' ;;`).join('\n')}
${cases.join('\n')}
  esac
  COMPREPLY=()
  [ -n "$words" ] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _footnote footnote
`;
}

/** For a text between single quotes of a shell. */
const quoted = (text: string): string => text.replaceAll("'", `'\\''`);
/** A text in the specification of an option, where brackets and colons mean something. */
const specified = (text: string): string => quoted(text.replace(/[[\]:\\]/g, String.raw`\$&`));

function zshScript(table: Table): string {
  const described = (rows: readonly (readonly [string, string])[]): string =>
    rows.map(([word, about]) => `'${word}:${quoted(about)}'`).join(' ');
  const argumentsOf = (command: Command): string =>
    [
      ...Object.entries(command.options).map(([name, option]) => {
        const many = option.isRepeatable ? '*' : '';
        const value = isSwitch(option)
          ? ''
          : `:${name}:${option.choices ? `(${option.choices.join(' ')})` : '_files'}`;
        return `'${many}--${name}[${specified(option.about)}]${value}'`;
      }),
      `'(- *)--help[help]'`,
      command.name === 'completion' ? `'1:shell:(${Object.keys(SHELLS).join(' ')})'` : `'*:argument:_files'`,
    ].join(' ');
  const single = table.commands.filter(({ name }) => !name.includes(' '));
  return `#compdef footnote
_footnote() {
  local -a words_of
  if (( CURRENT == 2 )); then
    words_of=(${described([...Object.entries(table.groups).map(([name, { summary }]) => [name, summary] as const), ['help', 'Help on a command'], ['version', 'Print the version']])})
    _describe command words_of
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
    help) words_of=(${firstWords(table).join(' ')}); _describe command words_of ;;
${single.map((command) => `    ${command.name}) _arguments ${argumentsOf(command)} ;;`).join('\n')}
${verbsByGroup(table)
  .map(
    ([group, verbs]) => `    ${group})
      if (( CURRENT == 2 )); then
        words_of=(${described(verbs.map((command) => [verbOf(command), command.summary] as const))})
        _describe command words_of
        return
      fi
      shift words
      (( CURRENT-- ))
      case $words[1] in
${verbs.map((command) => `        ${verbOf(command)}) _arguments ${argumentsOf(command)} ;;`).join('\n')}
      esac ;;`,
  )
  .join('\n')}
  esac
}
if [ "$funcstack[1]" = "_footnote" ]; then _footnote "$@"; else compdef _footnote footnote; fi
`;
}

function fishScript(table: Table): string {
  const said = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = [
    '# fish completion for footnote',
    ...Object.entries(table.groups).map(
      ([name, { summary }]) => `complete -c footnote -n __fish_use_subcommand -a ${name} -d ${said(summary)}`,
    ),
    `complete -c footnote -n __fish_use_subcommand -a help -d 'Help on a command'`,
    `complete -c footnote -n __fish_use_subcommand -a version -d 'Print the version'`,
    `complete -c footnote -n '__fish_seen_subcommand_from help' -f -a '${firstWords(table).join(' ')}'`,
    `complete -c footnote -n '__fish_seen_subcommand_from completion' -f -a '${Object.keys(SHELLS).join(' ')}'`,
  ];
  for (const [group, commands] of verbsByGroup(table)) {
    const verbs = commands.map(verbOf).join(' ');
    for (const command of commands)
      lines.push(
        `complete -c footnote -n '__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${verbs}' -f -a ${verbOf(command)} -d ${said(command.summary)}`,
      );
  }
  for (const command of table.commands) {
    const seen = command.name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    for (const [name, option] of Object.entries(command.options)) {
      const value = isSwitch(option) ? '' : option.choices ? ` -x -a '${option.choices.join(' ')}'` : ' -r';
      lines.push(
        `complete -c footnote -n '${seen.join('; and ')}' -l ${name}${value} -d ${said(option.about)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}
