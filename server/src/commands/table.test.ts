import { spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import type { Command } from './command.ts';
import { completionCommand } from './completion.ts';
import { commandText, groupText, overviewText } from './help-text.ts';
import { parseCommand } from './parse-command.ts';
import { suggest } from './suggest.ts';
import { COMMANDS, GROUPS, inGroup } from './table.ts';

const each = COMMANDS.map((command) => ({ name: command.name, command }));
const commandNamed = (name: string): Command => {
  const found = COMMANDS.find((command) => command.name === name);
  if (!found) throw new Error(name);
  return found;
};

/** Words that the parser accepts for a command: its required options and arguments. */
const valid = ({ options, args }: Command): string[] => [
  ...Object.entries(options).flatMap(([name, { isRequired, choices }]) =>
    isRequired ? [`--${name}`, choices?.[0] ?? 'x'] : [],
  ),
  ...args.filter(({ isOptional }) => !isOptional).map(() => 'x'),
];

describe.each(each)('footnote $name', ({ command }) => {
  it('has help with its options, its arguments and examples that the parser accepts', () => {
    const text = commandText(command);
    for (const name of Object.keys(command.options)) expect(text).toContain(`--${name}`);
    for (const { name } of command.args) expect(text).toContain(name);
    for (const example of command.examples) {
      expect(text).toContain(`  footnote ${example}`);
      const [own = ''] = example.split(/ [|>] /);
      const words = [...own.slice(command.name.length).matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
        ([, double, single, plain]) => double ?? single ?? plain ?? '',
      );
      expect(own.startsWith(command.name)).toBe(true);
      expect(parseCommand(command, words).wantsHelp).toBe(false);
    }
  });

  it.each(['--help', '-h'])('%s shows help, whatever else is typed', (help) => {
    expect(parseCommand(command, ['--colour', help]).wantsHelp).toBe(true);
  });

  it('refuses unknown options, surplus arguments, values for switches, and options without a value', () => {
    const words = valid(command);
    expect(parseCommand(command, words).wantsHelp).toBe(false);
    expect(() => parseCommand(command, [...words, '--colour'])).toThrow(/^There is no option --colour\./);
    expect(() => parseCommand(command, [...words, '-x'])).toThrow(/^There is no option -x\./);
    if (!command.args.at(-1)?.isRepeatable)
      expect(() => parseCommand(command, [...words, ...command.args.map(() => 'y'), 'surplus'])).toThrow(
        'is one argument too many',
      );
    for (const [name, { value, choices, isRepeatable }] of Object.entries(command.options)) {
      const isSwitch = value === undefined && choices === undefined;
      if (isSwitch)
        expect(() => parseCommand(command, [...words, `--${name}=yes`])).toThrow('takes no value');
      else {
        expect(() => parseCommand(command, [...words, `--${name}`])).toThrow(`--${name} needs a value`);
        expect(() => parseCommand(command, [...words, `--${name}`, '--help-me'])).toThrow('needs a value');
        if (choices)
          expect(() => parseCommand(command, [...words, `--${name}`, 'zebra'])).toThrow(`--${name} must be `);
        const [first, last] = [choices?.[0] ?? 'x', choices?.at(-1) ?? 'y'];
        const { values } = parseCommand(command, [...words, `--${name}`, first, `--${name}=${last}`]);
        if (isRepeatable) expect(values[name]).toEqual([first, last]);
        else expect(values[name]).toBe(last);
      }
    }
  });
});

describe('the table of commands', () => {
  it('names every group in the overview, and every command in its group', () => {
    for (const group of Object.keys(GROUPS)) expect(overviewText()).toMatch(new RegExp(`^  ${group} `, 'm'));
    for (const { name } of COMMANDS) {
      const [group = ''] = name.split(' ');
      expect(inGroup(group).map((command) => command.name)).toContain(name);
      if (name.includes(' ')) expect(groupText(group)).toContain(name);
    }
  });

  it('asks for what is missing', () => {
    expect(() => parseCommand(commandNamed('backup'), [])).toThrow(
      /^FILE is missing \(.*footnote backup FILE/,
    );
    expect(() => parseCommand(commandNamed('migrate'), ['--from', 'a'])).toThrow('--to is missing');
  });
});

describe('suggest', () => {
  it.each([
    ['creat', ['create', 'list'], 'create'],
    ['key', ['keys', 'accounts'], 'keys'],
    ['ls', ['rm', 'ls', 'get'], 'ls'],
    ['serach', ['search', 'serve'], 'search'],
    ['acount', ['accounts'], 'accounts'],
    ['comp', ['completion', 'config'], 'completion'],
    ['sing', ['sync', 'add'], undefined],
    ['x', ['rm', 'ls'], undefined],
  ])('%s', (typed, words, meant) => {
    expect(suggest(typed, words)).toBe(meant);
  });
});

describe('footnote completion', () => {
  const scriptOf = (shell: string): string => {
    let script = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      script += text;
      return true;
    });
    completionCommand({ groups: GROUPS, commands: COMMANDS })({ args: [shell] });
    write.mockRestore();
    return script;
  };
  /** What bash offers after these words; the last one may be empty. */
  const offered = (...words: string[]): string[] => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const program = `${scriptOf('bash')}
COMP_WORDS=(footnote ${list}); COMP_CWORD=${words.length}; _footnote; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', program], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n').filter(Boolean);
  };
  const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

  it.skipIf(!has('bash'))('bash offers commands, verbs, options and the values of options', () => {
    expect(offered('se')).toEqual(expect.arrayContaining(['serve']));
    expect(offered('')).toEqual(expect.arrayContaining([...Object.keys(GROUPS), 'help', 'version']));
    expect(offered('keys', '')).toEqual(['create', 'list', 'revoke']);
    expect(offered('keys', 'create', '--sc')).toEqual(['--scope']);
    expect(offered('keys', 'create', '--scope', 'read')).toEqual(['read_only', 'read_write']);
    expect(offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    expect(offered('help', 'wo')).toEqual(['workspaces']);
  });

  for (const [shell, option] of [
    ['bash', '-n'],
    ['zsh', '-n'],
    ['fish', '--no-execute'],
  ] as const)
    it.skipIf(!has(shell))(`${shell} can read its script`, () => {
      const { status, stderr } = spawnSync(shell, [option], { encoding: 'utf8', input: scriptOf(shell) });
      expect([status, stderr]).toEqual([0, '']);
    });

  it('refuses other shells', () => {
    expect(() => scriptOf('bsh')).toThrow('SHELL must be bash, zsh or fish. Did you mean bash?');
  });
});
