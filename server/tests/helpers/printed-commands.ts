import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Programs that stand before those of the machine. `npm start` and `serve` come back when the service is ready, where a
 *  reader would open a second shell; the footnote command runs without npm, which would install what it thinks is missing;
 *  curl ends each answer with a line break, and fails when the service refuses. */
const PROGRAMS = {
  npm: `#!/bin/bash
cli=(${process.execPath} ${join(ROOT, 'server/src/cli.ts')})
serve() {
  "\${cli[@]}" serve > serve.log 2>&1 &
  until [ "$(curl --silent --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:$PORT/readyz")" = 200 ]; do
    kill -0 $! || { cat serve.log >&2; exit 1; }
    sleep 0.05
  done
}
case "$*" in
  start | 'run -s footnote -- serve') serve ;;
  'run -s footnote -- '*) shift 4; exec "\${cli[@]}" "$@" ;;
  *) echo "npm $*: only start and run -s footnote are known here" >&2; exit 1 ;;
esac
`,
  curl: `#!/bin/bash
PATH=\${PATH#*${delimiter}} command curl $CURL_FLAGS "$@"
code=$?
echo
exit $code
`,
};

export type Ran = { exitCode: number; stdout: string; stderr: string };

/** A shell in which the commands of a document run one after another, in a folder of their own. */
export type Shell = {
  folder: string;
  /** mayFail: whether the service may refuse a request. */
  run(commands: string, mayFail?: boolean): Promise<Ran>;
  runNode(program: string): Promise<Ran>;
  close(): void;
};

/** What a document calls by a name of its own, such as a port, and what it is called here. */
export type Replacement = [printed: string, here: string];

/** ids: those that a reader has seen before the document begins. The newest id of a kind stands for \`src_…\`. */
export function openShell(env: Record<string, string>, ids: string[], replacements: Replacement[]): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-guide-'));
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  for (const [name, script] of Object.entries(PROGRAMS)) {
    writeFileSync(join(programs, name), script);
    chmodSync(join(programs, name), 0o755);
  }
  for (const path of ['var/lib', 'var/backups', 'mnt', 'tmp'])
    mkdirSync(join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const seen = [...ids];
  const groups = new Set<number>();
  const stateFile = join(folder, 'state.sh');
  writeFileSync(stateFile, '');
  const here = {
    ...process.env,
    ...env,
    PATH: [programs, dirname(process.execPath), process.env['PATH']].join(delimiter),
  };

  const substitute = (code: string): string => {
    let text = code.replaceAll(/(?<=^|[\s='"@])\/(?=(?:var|mnt|tmp)\/)/gm, `${folder}/`);
    for (const [printed, replacement] of replacements) text = text.replaceAll(printed, replacement);
    return text.replaceAll(/\b([a-z]+(?:_live|_test)?)_…/g, (placeholder, kind) => {
      const id = seen.findLast((each) => each.startsWith(`${kind}_`));
      if (!id) throw new Error(`${placeholder}: no answer before has an id of this kind.`);
      return id;
    });
  };

  const runInBash = async (commands: string): Promise<Ran> => {
    // Files instead of pipes: a service that goes on in the background would hold a pipe open.
    const [stdout, stderr] = [join(folder, 'stdout'), join(folder, 'stderr')];
    const files = [openSync(stdout, 'w'), openSync(stderr, 'w')];
    const child = spawn('bash', ['-c', `. ${stateFile}; ${commands}`], {
      cwd: folder,
      env: here,
      detached: true,
      stdio: ['ignore', ...files],
    });
    for (const file of files) closeSync(file);
    if (child.pid !== undefined) groups.add(child.pid);
    const exitCode = await new Promise<number>((resolve, reject) =>
      child.on('error', reject).on('exit', (code) => resolve(code ?? 1)),
    );
    const ran = { exitCode, stdout: readFileSync(stdout, 'utf8'), stderr: readFileSync(stderr, 'utf8') };
    seen.push(...(ran.stdout.match(/\b(?:[a-z]+|(?:svc|pub)_(?:live|test))_[0-9A-Za-z]{20,}\b/g) ?? []));
    return ran;
  };

  return {
    folder,
    run: (commands, mayFail = false) =>
      runInBash(
        `export CURL_FLAGS=${mayFail ? '' : '--fail-with-body'}; set -eu -o pipefail\n${substitute(commands)}\nset +eu; { declare -px; declare -f; } > ${stateFile}`,
      ),
    runNode: async (program) => {
      const file = join(folder, 'program.mjs');
      writeFileSync(file, substitute(program));
      return await runInBash(`exec node ${file}`);
    },
    close: () => {
      for (const group of groups)
        try {
          process.kill(-group, 'SIGKILL');
        } catch {
          // It has ended.
        }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
