import { type Config, readConfig } from '#config/config.ts';
import { patiently } from '#lib/async/patience.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { VERSION } from '#lib/version.ts';
import type { Command } from './command.ts';
import { commandText, groupText, overviewText } from './help-text.ts';
import { parseCommand } from './parse-command.ts';
import { didYouMean } from './suggest.ts';
import { COMMANDS, GROUPS, inGroup } from './table.ts';
import { linesForTerminal, usageError } from './with-store.ts';

/** Runs one command. Errors that the user can fix print as a message without a stack. */
export async function runCli(typed: string[]): Promise<void> {
  try {
    await run(typed);
  } catch (error) {
    const isForUser = error instanceof OperatorError;
    console.error(isForUser ? linesForTerminal(error.message) : error);
    process.exit(isForUser ? error.exitCode : 1);
  }
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

async function run(typed: string[]): Promise<void> {
  const [first, ...rest] = typed;
  if (first === undefined || isHelp(first)) return console.log(overviewText());
  if (first === 'help') return console.log(helpOn(rest.filter((word) => !isHelp(word))));
  if (['version', '--version', '-v'].includes(first)) return showVersion(rest);
  const { command, rest: given, group } = find(typed);
  if (!command) {
    if (isHelp(given[0])) return console.log(groupText(group));
    throw unknownIn(group, given[0]);
  }
  const { wantsHelp, values, args } = parseCommand(command, given);
  if (wantsHelp) return console.log(commandText(command));
  let config: Config | undefined;
  const work = await command.load();
  const call = {
    get config() {
      config ??= readConfig();
      return config;
    },
    values,
    args,
  };
  // No client waits for what a command does, unless it serves requests.
  await (command.name === 'serve' ? work(call) : patiently(() => work(call)));
}

function showVersion([surplus]: string[]): void {
  if (surplus !== undefined && !isHelp(surplus))
    throw usageError(`"${surplus}" is one argument too many: footnote version`);
  console.log(isHelp(surplus) ? 'footnote version\n\nPrint the version.' : `footnote ${VERSION}`);
}

type Found = { command: Command | undefined; group: string; rest: string[] };

/** The command that the first word or the first two name, and what follows. Without a command the group is a known one. */
function find([first = '', ...rest]: string[]): Found {
  if (!Object.hasOwn(GROUPS, first))
    throw usageError(
      `There is no command "${first}".${didYouMean(first, [...Object.keys(GROUPS), 'help', 'version'])} \`footnote help\` lists the commands.`,
    );
  const [only] = inGroup(first);
  if (only?.name === first) return { command: only, group: first, rest };
  const command = COMMANDS.find(({ name }) => name === `${first} ${rest[0]}`);
  return { command, group: first, rest: command ? rest.slice(1) : rest };
}

function unknownIn(group: string, word: string | undefined): OperatorError {
  const verbs = inGroup(group).map(({ name }) => name.slice(group.length + 1));
  if (word === undefined || word.startsWith('-'))
    return usageError(
      `Choose one of ${verbs.map((verb) => `${group} ${verb}`).join(', ')}. \`footnote help ${group}\` says more.`,
    );
  return usageError(
    `There is no command "${group} ${word}".${didYouMean(word, verbs).replace('mean ', `mean ${group} `)} \`footnote help ${group}\` lists the commands.`,
  );
}

function helpOn(words: string[]): string {
  const [first] = words;
  if (first === undefined || first === 'help') return overviewText();
  const { command, group, rest } = find(words);
  if (command) {
    if (rest[0] !== undefined)
      throw usageError(`There is no command "${words.join(' ')}". \`footnote help\` lists the commands.`);
    return commandText(command);
  }
  if (rest[0] !== undefined) throw unknownIn(group, rest[0]);
  return groupText(group);
}
