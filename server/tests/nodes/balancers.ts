import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blocksOf, readDocument } from '../helpers/printed-blocks.ts';
import { type RunningServer, runServer } from '../helpers/run-server.ts';

/** A balancer in front of three nodes, with the lines of docs/deploy.md. The header `X-Node` of an answer ends in the
 *  address of the node that gave it. */
export type Balancer = {
  baseUrl: string;
  /** What it wrote to its logs. */
  logs(): string;
  stop(): Promise<void>;
};

type Nodes = readonly { baseUrl: string }[];
type Kind = { program: string; start(nodes: Nodes): Promise<Balancer> };

const printed = blocksOf(readDocument('docs/deploy.md'));

/** The printed block in a language that contains a text, for these nodes. */
function linesWith(language: string, part: string, nodes: Nodes): string {
  const lines = printed.find((block) => block.language === language && block.code.includes(part))?.code;
  if (!lines) throw new Error(`docs/deploy.md has no lines for ${language} with "${part}".`);
  if (nodes.length !== 3) throw new Error('docs/deploy.md has three nodes.');
  return lines.replaceAll(
    /node(\d):8080/g,
    (_, no: string) => new URL(nodes[Number(no) - 1]?.baseUrl ?? '').host,
  );
}

/** The printed server for one port, without its names and TLS. */
const nginxServer = (nodes: Nodes, port: number): string =>
  linesWith('nginx', 'proxy_pass http://127.0.0.1:8080;', nodes)
    .replaceAll(/^ +(?:listen|http2|server_name|ssl_\w+) .*\n/gm, '')
    .replace('http://127.0.0.1:8080', 'http://footnote')
    .replace(
      /\}\s*$/,
      `listen 127.0.0.1:${port};
       add_header X-Node $upstream_addr always;
       ${linesWith('nginx', 'location = /v1/query', nodes)}
       }`,
    );

async function startNginx(nodes: Nodes): Promise<Balancer> {
  const folder = newFolder();
  const config = join(folder, 'nginx.conf');
  const logs = ['access.log', 'error.log'].map((name) => join(folder, name));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const server = await runServer(NGINX.program, (port) => {
    writeFileSync(
      config,
      `daemon off;
       master_process off;
       pid ${folder}/nginx.pid;
       error_log ${logs[1]} info;
       events { worker_connections 256; }
       http {
         access_log ${logs[0]};
         ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
         ${linesWith('nginx', ' consistent;', nodes)}
         ${nginxServer(nodes, port)}
       }`,
    );
    return ['-p', folder, '-c', config, '-e', logs[1] ?? ''];
  });
  return balancerOf(server, folder, () => logs.map((path) => readFileSync(path, 'utf8')).join(''));
}

async function startHaproxy(nodes: Nodes): Promise<Balancer> {
  const folder = newFolder();
  const config = join(folder, 'haproxy.cfg');
  const server = await runServer(HAPROXY.program, (port) => {
    writeFileSync(
      config,
      `global
         maxconn 500
       defaults
         mode http
         timeout connect 2s
         timeout client 90s
         timeout server 90s
       frontend clients
         bind 127.0.0.1:${port}
         default_backend footnote
${linesWith('haproxy', 'hash-type consistent', nodes)}
         http-response set-header X-Node %si:%sp
`,
    );
    return ['-db', '-f', config];
  });
  // It has no log of its own: it sends what it would write to syslog, and only where that is named.
  return balancerOf(server, folder, () => '');
}

const NGINX: Kind = { program: '/usr/sbin/nginx', start: startNginx };
const HAPROXY: Kind = { program: '/usr/sbin/haproxy', start: startHaproxy };
export const BALANCERS = Object.entries({ nginx: NGINX, HAProxy: HAPROXY }).map(([name, kind]) => ({
  name,
  ...kind,
  isThere: existsSync(kind.program),
}));

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'footnote-balancer-'));

const balancerOf = (server: RunningServer, folder: string, logs: Balancer['logs']): Balancer => ({
  baseUrl: `http://127.0.0.1:${server.port}`,
  logs,
  stop: async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  },
});
