import { execFile, spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { type Config, inspectConfig, readConfig } from '../server/src/config/config.ts';
import { freePort } from '../server/tests/helpers/server-process.ts';

/** The files of deploy/, held against the program that they start. Their engines are not needed. */

type Environment = Record<string, string>;
type Probe = { httpGet: { path: string; port: string }; timeoutSeconds?: number };
type Container = {
  image: string;
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  securityContext: unknown;
  volumeMounts: { name: string; mountPath: string }[];
};
type Deployment = {
  metadata: { name: string };
  spec: {
    replicas: number;
    selector: { matchLabels: Environment };
    strategy: { rollingUpdate: { maxSurge: number; maxUnavailable: number } };
    template: {
      metadata: { labels: Environment };
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: { runAsNonRoot: boolean; runAsUser: number };
        containers: [Container];
        volumes: { name: string }[];
      };
    };
  };
};
type Service = { spec: { selector: Environment; ports: { port: number; targetPort: string }[] } };
type DisruptionBudget = {
  spec: { minAvailable?: number; maxUnavailable?: number; selector: { matchLabels: Environment } };
};
type ComposeService = {
  environment: Environment;
  image: string;
  env_file?: string;
  stop_grace_period: string;
  ports?: string[];
  read_only?: boolean;
  tmpfs?: string[];
};

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** `NAME=value` each, as `.env` files, literals and `Environment=` have them. */
const assignments = (texts: string[]): Environment =>
  Object.fromEntries(texts.map((text) => /^([A-Z_]+)=(.*)$/.exec(text)?.slice(1) ?? [text, '']));

// Dockerfile
const instructions = read('deploy/Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .map((line) => /^([A-Z]+) (.*)$/.exec(line))
  .filter((match) => match !== null)
  .map(([, name = '', rest = '']) => ({ name, rest }));
const instruction = (name: string): string => instructions.findLast((one) => one.name === name)?.rest ?? '';
const listOf = (text: string): string[] => JSON.parse(text);
const imageEnvironment = assignments(instruction('ENV').split(/\s+/));
const [imageProgram = '', ...imageArguments] = [
  ...listOf(instruction('ENTRYPOINT')),
  ...listOf(instruction('CMD')),
];
const [healthProgram = '', ...healthArguments] = listOf(/\[.*/.exec(instruction('HEALTHCHECK'))?.[0] ?? '');

// Compose
const compose: { services: Record<'database' | 'api' | 'worker', ComposeService> } = parse(
  read('deploy/compose.yaml'),
  { merge: true },
);

// Kubernetes
const documents = <Document>(file: string): Document[] =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS());
const [api, service, apiBudget] = documents('api.yaml') as [Deployment, Service, DisruptionBudget];
const [worker, workerBudget] = documents('worker.yaml') as [Deployment, DisruptionBudget];
const [kustomization] = documents('kustomization.yaml') as [
  { resources: string[]; images: { name: string }[]; configMapGenerator: [{ literals: string[] }] },
];
const [secret] = documents('secret.example.yaml') as [{ stringData: Environment }];
const podOf = ({ spec }: Deployment) => spec.template.spec;
const containerOf = (deployment: Deployment): Container => podOf(deployment).containers[0];
const probesOf = ({ startupProbe, livenessProbe, readinessProbe }: Container): Probe[] => [
  startupProbe,
  livenessProbe,
  readinessProbe,
];

// systemd
const unit = read('deploy/systemd/footnote.service')
  .split('\n')
  .map((line) => /^(\w+)=(.*)$/.exec(line))
  .filter((match) => match !== null)
  .map(([, name = '', value = '']) => ({ name, value }));
const unitValue = (name: string): string => unit.find((one) => one.name === name)?.value ?? '';

/** What each process that the files start is told. */
const environments: Record<string, Environment> = {
  'the image': imageEnvironment,
  'compose api': { ...imageEnvironment, ...compose.services.api.environment },
  'compose worker': { ...imageEnvironment, ...compose.services.worker.environment },
  'kubernetes api': kubernetesEnvironment(api),
  'kubernetes worker': kubernetesEnvironment(worker),
  systemd: assignments(
    unit.filter(({ name }) => name === 'Environment').flatMap(({ value }) => value.split(' ')),
  ),
};

function kubernetesEnvironment(deployment: Deployment): Environment {
  return {
    ...imageEnvironment,
    ...assignments(kustomization.configMapGenerator[0].literals),
    ...secret.stringData,
    ...Object.fromEntries(containerOf(deployment).env.map(({ name, value }) => [name, value])),
  };
}

const configOf = (process: string): Config => readConfig(environments[process]);

/** How long a process may take to stop. */
const stopSeconds = ({ SHUTDOWN_SECONDS, DRAIN_SECONDS }: Config): number => SHUTDOWN_SECONDS + DRAIN_SECONDS;

describe('the settings in deploy/', () => {
  /** Of Node and the C library, which the program does not read. */
  const others = /^(NODE_ENV|NODE_COMPILE_CACHE|MALLOC_[A-Z_]+)$/;
  const known = new Set(inspectConfig({}).settings.map(({ name }) => name));

  it.each(Object.entries(environments))(
    'of %s are settings of the program, with valid values',
    (_, given) => {
      expect(Object.keys(given).filter((name) => !known.has(name) && !others.test(name))).toEqual([]);
      expect(() => readConfig(given)).not.toThrow();
    },
  );

  it('in the example for Compose are settings of the program, or read by compose.yaml', () => {
    const names = [...read('deploy/.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
    const ofCompose = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(ofCompose));
    expect(names.filter((name) => !known.has(name) && !ofCompose.includes(name))).toEqual([]);
  });

  it('give each process its role', () => {
    expect(configOf('the image').ROLE).toBe('all');
    expect(configOf('systemd').ROLE).toBe('all');
    expect(configOf('compose api').ROLE).toBe('api');
    expect(configOf('compose worker').ROLE).toBe('worker');
    expect(configOf('kubernetes api').ROLE).toBe('api');
    expect(configOf('kubernetes worker').ROLE).toBe('worker');
  });

  it('leave time to stop', () => {
    const { api: composeApi, worker: composeWorker } = compose.services;
    expect(Number.parseInt(composeApi.stop_grace_period, 10)).toBeGreaterThan(
      stopSeconds(configOf('compose api')),
    );
    expect(Number.parseInt(composeWorker.stop_grace_period, 10)).toBeGreaterThan(
      stopSeconds(configOf('compose worker')),
    );
    expect(podOf(api).terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds(configOf('kubernetes api')));
    expect(podOf(worker).terminationGracePeriodSeconds).toBeGreaterThan(
      stopSeconds(configOf('kubernetes worker')),
    );
    expect(Number(unitValue('TimeoutStopSec'))).toBeGreaterThan(stopSeconds(configOf('systemd')));
  });

  it('start Node as `npm start` does', () => {
    const start = read('scripts/run.mjs');
    const [flag = ''] = /--max-semi-space-size=\d+/.exec(start) ?? [];
    const malloc = Object.fromEntries(
      [...start.matchAll(/(MALLOC_\w+): '(\d+)'/g)].map(([, name = '', value]) => [name, value]),
    );
    expect(Object.keys(malloc)).toHaveLength(3);
    expect(imageArguments[0]).toBe(flag);
    expect(unitValue('ExecStart').split(' ')[1]).toBe(flag);
    expect(imageEnvironment).toMatchObject(malloc);
    expect(environments['systemd']).toMatchObject(malloc);
  });
});

describe('the image', () => {
  let dataDir: string;
  let port: number;
  let baseUrl: string;
  let child: ReturnType<typeof spawn>;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'footnote-image-'));
    port = await freePort();
    baseUrl = `http://127.0.0.1:${port}`;
    expect(imageProgram).toBe('node');
    // The bundle of it, which server/tests/flows/package.test.ts builds and starts.
    expect(imageArguments).toContain('server/dist/cli.js');
    const program = imageArguments.map((argument) => argument.replace('dist/cli.js', 'src/cli.ts'));
    child = spawn(process.execPath, program, {
      env: {
        ...process.env,
        ...imageEnvironment,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        SANDBOX_PORT: '0',
      },
      stdio: 'ignore',
    });
    while ((await fetch(`${baseUrl}/readyz`).catch(() => undefined))?.status !== 200) {
      expect(child.exitCode).toBeNull();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  afterAll(() => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  const isHealthy = async (): Promise<boolean> => {
    expect(healthProgram).toBe('node');
    return await promisify(execFile)(process.execPath, healthArguments, {
      env: { ...process.env, PORT: String(port) },
    }).then(
      () => true,
      () => false,
    );
  };

  it('answers what Kubernetes asks it, at the ports that it opens', async () => {
    for (const container of [containerOf(api), containerOf(worker)]) {
      for (const { httpGet } of probesOf(container)) {
        expect(container.ports.find(({ name }) => name === httpGet.port)?.containerPort).toBe(
          configOf('the image').PORT,
        );
        expect((await fetch(`${baseUrl}${httpGet.path}`)).status, httpGet.path).toBe(200);
      }
    }
  });

  it('is healthy while it runs, stops with 0, and is not healthy then', async () => {
    expect(await isHealthy()).toBe(true);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(await isHealthy()).toBe(false);
  });

  it('has the files that its start needs, and no user who is root', () => {
    const ignored = read('.dockerignore').split('\n');
    const copied = instructions
      .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    expect(copied).toContain('server');
    for (const path of copied)
      expect(
        ignored.some(
          (line) => line === `!${path}` || line.startsWith(`!${path}/`) || `!${path}`.startsWith(`${line}/`),
        ),
        path,
      ).toBe(true);
    expect(instruction('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(instruction('VOLUME')).toBe(configOf('the image').DATA_DIR);
    for (const { rest } of instructions.filter(({ name }) => name === 'FROM'))
      expect(rest.replace('--platform=$BUILDPLATFORM ', '').split(' ')[0]).toBe(
        `node:${read('.nvmrc').split('.')[0]}-slim`,
      );
  });
});

describe('the ports in deploy/', () => {
  const { PORT, SANDBOX_PORT } = configOf('the image');

  it('are those of the program', () => {
    expect(instruction('EXPOSE').split(' ').map(Number)).toEqual([PORT, SANDBOX_PORT]);
    expect(compose.services.api.ports).toEqual([
      `127.0.0.1:${PORT}:${PORT}`,
      `127.0.0.1:${SANDBOX_PORT}:${SANDBOX_PORT}`,
    ]);
    expect(compose.services.worker.ports).toBeUndefined();
    expect(containerOf(api).ports.map(({ containerPort }) => containerPort)).toEqual([PORT, SANDBOX_PORT]);
    expect(containerOf(worker).ports.map(({ containerPort }) => containerPort)).toEqual([PORT]);
    expect(service.spec.ports.map(({ targetPort }) => targetPort)).toEqual(
      containerOf(api).ports.map(({ name }) => name),
    );
  });
});

describe.each([
  ['api', api, apiBudget],
  ['worker', worker, workerBudget],
])('the Kubernetes deployment of %s', (role, deployment, budget) => {
  it('is found by its selectors, and is part of what is applied', () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    expect(kustomization.resources).toContain(`${role}.yaml`);
    expect(kustomization.images.map(({ name }) => name)).toContain(containerOf(deployment).image);
  });

  it('has no rights and writes to its volumes alone', () => {
    expect(podOf(deployment).securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: Number(instruction('USER').split(':')[0]),
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(containerOf(deployment).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const { volumeMounts } = containerOf(deployment);
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain(configOf('the image').DATA_DIR);
    expect(podOf(deployment).volumes.map(({ name }) => name)).toEqual(volumeMounts.map(({ name }) => name));
  });

  it('asks whether it is ready only as long as the database may take to answer', () => {
    const { startupProbe, livenessProbe, readinessProbe } = containerOf(deployment);
    expect(livenessProbe.httpGet.path).toBe('/healthz');
    expect(startupProbe.httpGet.path).toBe('/healthz');
    expect(readinessProbe.httpGet.path).toBe('/readyz');
    // The program gives the database two seconds.
    expect(readinessProbe.timeoutSeconds).toBeGreaterThan(2);
  });
});

describe('nodes on Kubernetes', () => {
  it('are replaced without a gap: a new one answers before an old one goes', () => {
    expect(api.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(apiBudget.spec.minAvailable).toBeLessThan(api.spec.replicas);
    expect(configOf('kubernetes api').DRAIN_SECONDS).toBeGreaterThan(0);
    expect(service.spec.selector).toEqual(api.spec.selector.matchLabels);
  });

  it('need no more connections than PostgreSQL gives by default, also while they are replaced', () => {
    const nodes = [api, worker].reduce(
      (sum, { spec }) => sum + spec.replicas + spec.strategy.rollingUpdate.maxSurge,
      0,
    );
    // Two environments, each with one more connection that listens; 3 of 100 are kept for superusers.
    expect(nodes * 2 * (configOf('kubernetes api').DATABASE_CONNECTIONS + 1)).toBeLessThanOrEqual(97);
  });
});

describe('the nodes of Compose', () => {
  it('run on a file system that is read only, and share the settings of one file', () => {
    for (const node of [compose.services.api, compose.services.worker])
      expect(node).toMatchObject({ read_only: true, tmpfs: ['/tmp'], env_file: '.env', image: 'footnote' });
    expect(compose.services.database.image).toMatch(/^postgres:/);
  });
});

describe('the statements for Citus in docs/deploy.md', () => {
  it('say where each table is kept', () => {
    const [statements = ''] = /```sql\nSET search_path[^`]*```/.exec(read('docs/deploy.md')) ?? [];
    const named = new Set([...statements.matchAll(/'(\w+)'|ALTER TABLE (\w+)/g)].map(([, a, b]) => a ?? b));
    const created = globSync('server/src/storage/postgres/**/*migrat*/**/*.ts').flatMap((file) =>
      [...read(file).matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g)].map(([, name]) => name),
    );
    expect(created).toContain('segment_removals');
    expect(created.filter((name) => !named.has(name))).toEqual([]);
  });

  it('leave no rows of spread tables on the coordinator', () => {
    const blocks = read('docs/deploy.md').match(/```sql\n[^`]*create_distributed_table[^`]*```/g) ?? [];
    expect(blocks).toHaveLength(2);
    for (const block of blocks)
      expect(block).toMatch(/create_distributed_table[^`]*truncate_local_data_after_distributing_table/);
  });

  it('clean up the packs that older nodes leave before they spread them', () => {
    expect(read('docs/deploy.md')).toMatch(
      /DELETE FROM segment_packs [^`]*;\nSELECT create_distributed_table\('segment_packs'/,
    );
  });
});
