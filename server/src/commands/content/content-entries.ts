import { type Command, command, JSON_OPTION } from '#commands/command.ts';
import { ENVIRONMENT_OPTION } from '#commands/environment-of.ts';

const CONNECTION = {
  environment: {
    ...ENVIRONMENT_OPTION,
    about: 'without FOOTNOTE_URL: the environment of the service on this machine; live by default',
  },
} as const;
const KNOWLEDGE_BASE = {
  'knowledge-base': { value: 'ID', about: 'the knowledge base; the default one by default' },
} as const;
const SEARCHED = {
  'knowledge-base': {
    value: 'ID',
    about: 'only this knowledge base',
    isRepeatable: true,
  },
} as const;
const FILES = {
  include: {
    value: 'GLOB',
    about: 'take these files, in the syntax of .gitignore; by default documents, by their extension',
    isRepeatable: true,
  },
  exclude: { value: 'GLOB', about: 'leave these files and folders out', isRepeatable: true },
  'no-gitignore': { about: 'take files that Git ignores too' },
  prefix: {
    value: 'TEXT',
    about:
      'what the external ids of these files begin with, without a slash; the name of the folder by default',
  },
} as const;
const TAGS = { tag: { value: 'TAG', about: 'a tag for what is added', isRepeatable: true } } as const;
const TAGS_TO_FIND = {
  tag: { value: 'TAG', about: 'only sources with this tag', isRepeatable: true },
} as const;
const NO_WAIT = { 'no-wait': { about: 'do not wait until everything is indexed' } } as const;

const CONNECTION_NOTES = `Talks to FOOTNOTE_URL with FOOTNOTE_API_KEY. Without FOOTNOTE_URL it finds the service that runs on DATA_DIR or
DATABASE_URL; without a key it then makes one for itself, which it revokes at the end.`;

/** The commands that work with the content of a service. */
export const CONTENT_COMMANDS: readonly Command[] = [
  command({
    name: 'add',
    summary: 'Add files, folders, web pages or standard input',
    args: [
      {
        name: 'WHAT',
        about: 'a file, a folder, an http(s) URL, or - for standard input',
        isRepeatable: true,
      },
    ],
    options: {
      name: { value: 'NAME', about: 'the name of the source, for one file or standard input' },
      ...KNOWLEDGE_BASE,
      ...TAGS,
      ...FILES,
      ...NO_WAIT,
      ...CONNECTION,
      ...JSON_OPTION,
    },
    notes: `A file or a page that the knowledge base has already is not added twice. A folder is added as by \`footnote sync\`, which
also says what is taken of it, but nothing is deleted.

${CONNECTION_NOTES}`,
    examples: [
      'add handbook.pdf',
      'add docs --tag docs',
      'add https://example.com/prices',
      'add - --name notes.md < notes.md',
    ],
    load: async () => (await import('./add.ts')).addCommand,
  }),
  command({
    name: 'sync',
    summary: 'Keep a knowledge base in step with a folder',
    args: [{ name: 'FOLDER', about: 'the folder' }],
    options: {
      ...KNOWLEDGE_BASE,
      ...TAGS,
      ...FILES,
      watch: { about: 'go on, and sync again when a file changes' },
      'dry-run': { about: 'print what would change, and change nothing' },
      keep: { about: 'delete nothing' },
      force: { about: 'delete even more than half of what earlier runs added' },
      ...NO_WAIT,
      ...CONNECTION,
      ...JSON_OPTION,
    },
    notes: `Adds new files, replaces changed ones, and deletes the sources of files that are gone. Each source has an external id:
the prefix, a slash and the path in the folder. Only sources whose external id begins with this prefix are ever changed or
deleted, so give each folder a prefix of its own. Run it again after an interruption: it continues with what is missing.

Leaves out hidden files, node_modules, files that Git ignores, symbolic links and empty files. If a folder or a file cannot be
read, the rest is synced, nothing below it is deleted, and the exit code is 1. The same goes for files that cannot be indexed.

${CONNECTION_NOTES}`,
    examples: [
      'sync docs',
      'sync docs --include "*.md" --exclude drafts/ --prefix handbook',
      'sync docs --dry-run',
      'sync docs --watch',
    ],
    load: async () => (await import('./sync.ts')).syncCommand,
  }),
  command({
    name: 'search',
    summary: 'Search, best hits first',
    args: [{ name: 'QUERY', about: 'what to search for', isRepeatable: true }],
    options: {
      limit: { value: 'N', about: 'how many hits, 1 to 20; 5 by default' },
      mode: { choices: ['hybrid', 'semantic', 'keyword'], about: 'how to search; hybrid by default' },
      ...SEARCHED,
      ...TAGS_TO_FIND,
      ...CONNECTION,
      ...JSON_OPTION,
    },
    notes: CONNECTION_NOTES,
    examples: ['search "How long is the pier?"', 'search opening hours --limit 3 --json'],
    load: async () => (await import('./search.ts')).searchCommand,
  }),
  command({
    name: 'ask',
    summary: 'Ask a question, and read the answer with its footnotes',
    args: [{ name: 'QUESTION', about: 'the question', isRepeatable: true }],
    options: {
      agent: {
        value: 'NAME',
        about: 'the agent that answers, by its id or name; may be left out if there is only one',
      },
      session: { value: 'ID', about: 'continue this conversation' },
      ...CONNECTION,
      ...JSON_OPTION,
    },
    notes: CONNECTION_NOTES,
    examples: ['ask "What does a ticket cost?"', 'ask --agent Guide --session visit-7 And for children?'],
    load: async () => (await import('./ask.ts')).askCommand,
  }),
  command({
    name: 'sources ls',
    summary: 'List sources, newest first',
    options: {
      status: { choices: ['processing', 'indexed', 'failed'], about: 'only sources in this state' },
      q: { value: 'TEXT', about: 'part of the name or file name' },
      limit: { value: 'N', about: 'how many; all by default' },
      ...SEARCHED,
      ...TAGS_TO_FIND,
      ...CONNECTION,
      ...JSON_OPTION,
    },
    notes: CONNECTION_NOTES,
    examples: ['sources ls', 'sources ls --status failed --json'],
    load: async () => (await import('./sources.ts')).listSources,
  }),
  command({
    name: 'sources get',
    summary: 'Show a source',
    args: [{ name: 'ID', about: 'the id of the source, or its external id' }],
    options: {
      text: { about: 'print the text that was extracted' },
      ...KNOWLEDGE_BASE,
      ...CONNECTION,
      ...JSON_OPTION,
    },
    notes: CONNECTION_NOTES,
    examples: ['sources get src_03haak908i78fvu7pai4eu0wf', 'sources get docs/prices.md --text'],
    load: async () => (await import('./sources.ts')).getSource,
  }),
  command({
    name: 'sources rm',
    summary: 'Delete sources',
    args: [{ name: 'ID', about: 'ids of sources, or external ids', isRepeatable: true }],
    options: { ...KNOWLEDGE_BASE, ...CONNECTION, ...JSON_OPTION },
    notes: CONNECTION_NOTES,
    examples: ['sources rm src_03haak908i78fvu7pai4eu0wf', 'sources rm docs/prices.md docs/hours.md'],
    load: async () => (await import('./sources.ts')).removeSources,
  }),
  command({
    name: 'listen',
    summary: 'Forward events to a webhook receiver on this machine',
    options: {
      'forward-to': {
        value: 'URL',
        about: 'where each event is sent, such as localhost:3000/hook',
        isRequired: true,
      },
      event: { value: 'TYPE', about: 'only events of this type, such as source.indexed', isRepeatable: true },
      secret: {
        value: 'SECRET',
        about: 'sign with this secret, whsec_…; a new one by default, which is printed',
      },
      ...CONNECTION,
      ...JSON_OPTION,
    },
    notes: `Sends each new event as a webhook does: the same body, signed by Standard Webhooks. Prints the status of each answer; an
event that your receiver refuses is not sent again. Goes on when the service restarts. Needs a key with scope admin.

${CONNECTION_NOTES}`,
    examples: [
      'listen --forward-to localhost:3000/hook',
      'listen --forward-to localhost:3000/hook --event source.indexed',
    ],
    load: async () => (await import('./listen.ts')).listenCommand,
  }),
];
