import { accessSync, constants, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument } from 'yaml';

/** The files of .github/ and the pages for contributors, held against what they name. GitHub itself is not needed. */

type Step = { name?: string; uses?: string; run?: string };
type Job = {
  if?: string;
  'runs-on': string;
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  steps: Step[];
};
type Workflow = {
  name: string;
  on: Record<string, { branches?: string[]; tags?: string[] } | null>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
};
type IssueForm = {
  name: string;
  description: string;
  body: { type: string; id?: string; attributes: { label?: string; options?: string[]; value?: string } }[];
};

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort();

const workflowFiles = files('.github/workflows/*');
const workflows = workflowFiles.map((file): [string, Workflow] => [file, parse(read(file))]);
const jobs = workflows.flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]): [string, Workflow, Job] => [
    `${file} ${name}`,
    workflow,
    job,
  ]),
);
const commandsOf = ({ steps }: Job): string => steps.map(({ run }) => run ?? '').join('\n');
const [, image] = workflows.find(([file]) => file.endsWith('image.yml')) ?? [];
const [, checks] = workflows.find(([file]) => file.endsWith('checks.yml')) ?? [];

describe('.github', () => {
  it.each(files('.github/**/*.yml'))('%s is valid YAML', (file) => {
    const { errors, warnings } = parseDocument(read(file), { strict: true, uniqueKeys: true });
    expect([...errors, ...warnings]).toEqual([]);
  });

  it('has a workflow that runs .ci/run for pull requests and pushes to main', () => {
    expect(Object.keys(checks?.on ?? {}).sort()).toEqual(['pull_request', 'push']);
    expect(checks?.on['push']?.branches).toEqual(['main']);
    expect(commandsOf(checks?.jobs['checks'] as Job)).toMatch(/ \.ci\/run$/);
  });

  it.each(jobs)(
    '%s calls only files that exist, and scripts that are executable',
    (_name, _workflow, job) => {
      const commands = commandsOf(job);
      for (const [, file = ''] of commands.matchAll(/(?:--file |^|\s)((?:\.ci|deploy|scripts)\/[\w./-]+)/g)) {
        expect(existsSync(join(root, file)), file).toBe(true);
        if (!commands.includes(`--file ${file}`)) accessSync(join(root, file), constants.X_OK);
      }
    },
  );

  it.each(jobs)('%s checks out first, has a deadline and a fixed runner', (_name, _workflow, job) => {
    expect(job.steps[0]?.uses).toMatch(/^actions\/checkout@v\d+$/);
    expect(job['timeout-minutes']).toBeGreaterThan(0);
    expect(job['runs-on']).not.toContain('latest');
  });

  it.each(jobs)('%s may write nothing, unless it runs only for a tag', (_name, workflow, job) => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const writes = Object.values(job.permissions ?? {}).includes('write');
    const publishes = /docker (push|login)|npm publish/.test(commandsOf(job));
    if (writes || publishes) expect(job.if).toBe("startsWith(github.ref, 'refs/tags/v')");
  });

  it('publishes the image from exactly one job', () => {
    const publishing = jobs.filter(([, , job]) => /docker (push|login)/.test(commandsOf(job)));
    expect(publishing).toHaveLength(1);
    const [, , job] = publishing[0] ?? [];
    expect(job && commandsOf(job)).toContain('--platform linux/amd64,linux/arm64 ');
    expect(image?.on['push']?.tags).toEqual(['v*']);
  });

  it('publishes the package from exactly one job, signed', () => {
    const publishing = jobs.filter(([, , job]) => commandsOf(job).includes('npm publish'));
    expect(publishing).toHaveLength(1);
    const [, workflow, job] = publishing[0] ?? [];
    expect(workflow?.on['push']?.tags).toEqual(['v*']);
    expect(job?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(job && commandsOf(job)).toContain('npm publish build/*.tgz --provenance ');
  });

  it('asks the image for its health at the port that deploy/Dockerfile exposes', () => {
    const [, port] = /^EXPOSE (\d+)/m.exec(read('deploy/Dockerfile')) ?? [];
    const commands = commandsOf(image?.jobs['build'] as Job);
    expect(commands).toContain(`--publish ${port}:${port} `);
    expect(commands).toContain(`http://127.0.0.1:${port}/readyz`);
  });

  it.each(['bug.yml', 'feature.yml'])('%s is an issue form with a label and an id for each field', (name) => {
    const form: IssueForm = parse(read(`.github/ISSUE_TEMPLATE/${name}`));
    expect([form.name, form.description].every(Boolean)).toBe(true);
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    for (const { type, attributes } of fields) {
      expect(['textarea', 'input', 'dropdown', 'checkboxes']).toContain(type);
      expect(attributes.label).toBeTruthy();
      if (type === 'dropdown') expect(attributes.options?.length).toBeGreaterThan(1);
    }
    const ids = fields.map(({ id }) => id);
    expect(new Set(ids).size).toBe(fields.length);
  });
});

describe('the commands that contributors are told', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  it.each(['CONTRIBUTING.md', 'docs/releasing.md', '.github/pull_request_template.md', '.ci/run'])(
    '%s names only npm scripts that package.json has',
    (file) => {
      const named = [...read(file).matchAll(/\bnpm (?:run (?:-s )?([\w:]+)|(test|start)\b)/g)].map(
        ([, run, short]) => run ?? short ?? '',
      );
      expect(named).not.toEqual([]);
      expect(named.filter((name) => !(name in scripts))).toEqual([]);
    },
  );
});
