import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type LocalServer,
  selfSignedCertificate,
  serve,
  serveTls,
} from '../../tests/helpers/local-server.ts';
import { parseAllowHosts } from './allowed-hosts.ts';
import { BlockedAddressError } from './blocked-address-error.ts';
import { FetchError, fetchLimited } from './fetch-limited.ts';
import { createGuardedAgent, type GuardedAgent } from './guarded-agent.ts';

const limits = { maxBytes: 1_000_000, timeoutMs: 5_000, maxRedirects: 5, onBody: () => {} };

/** A lookup that returns the next of these answers on each call. */
function answering(...answers: (string | string[])[]): LookupFunction & { calls: string[] } {
  const calls: string[] = [];
  const lookup: LookupFunction = (hostname, _options, callback) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)] ?? [];
    calls.push(hostname);
    const found: LookupAddress[] = [answer]
      .flat()
      .map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(() => callback(null, found));
  };
  return Object.assign(lookup, { calls });
}

async function failure(agent: GuardedAgent, url: string): Promise<FetchError> {
  const error = await fetchLimited(agent, url, limits).then(
    () => new Error(`${url} was fetched`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FetchError)) throw error;
  return error;
}

const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:FFFF:127.0.0.1]',
  '[::ffff:0.0.0.0]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localtest.me',
  '127.0.0.1.nip.io',
  '%6cocalhost',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '①②⑦.0.0.1',
  'ⓛocalhost',
];
const ELSEWHERE = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '169.254.43518',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
];

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ family }) => family === 'IPv6'),
);

describe('a guarded agent', () => {
  let target: LocalServer;
  let redirector: LocalServer;
  beforeAll(async () => {
    // Listens on every address of this machine, so that the counter sees every connection.
    target = await serve((_, response) => response.end('secret'), hasIpv6 ? '::' : '0.0.0.0');
    redirector = await serve((request, response) => {
      const location = decodeURIComponent(request.url?.slice(1) ?? '');
      response.writeHead(302, { location: Buffer.from(location).toString('latin1') }).end();
    });
  });
  afterAll(async () => {
    await target[Symbol.asyncDispose]();
    await redirector[Symbol.asyncDispose]();
  });

  it('reaches the listener if its address is allowed', async () => {
    const agent = createGuardedAgent({ allowHosts: parseAllowHosts('127.0.0.1') });
    const before = target.connections();
    const { bytes } = await fetchLimited(agent, `http://127.1:${target.port}/`, limits);
    expect([bytes, target.connections() - before]).toEqual([6, 1]);
    await agent.close();
  });

  describe.each(['http', 'https'])('by %s', (scheme) => {
    it.each([...LOOPBACK, ...ELSEWHERE])('does not connect to %s', async (host) => {
      const agent = createGuardedAgent({ allowHosts: [], lookup: answering('127.0.0.1') });
      const before = target.connections();
      const error = await failure(agent, `${scheme}://${host}:${target.port}/`);
      expect(error).toMatchObject({ code: 'blocked', isRetryable: false });
      expect(error.cause).toBeInstanceOf(BlockedAddressError);
      expect(error.message).toMatch(/^\S+ leads to an address that is not public, .*\.$/);
      expect(target.connections()).toBe(before);
      await agent.close();
    });
  });

  it.each([...LOOPBACK, ...ELSEWHERE])('does not follow a redirect to %s', async (host) => {
    const agent = createGuardedAgent({
      allowHosts: parseAllowHosts(`127.0.0.1:${redirector.port}`),
      lookup: answering('127.0.0.1'),
    });
    const before = target.connections();
    const location = encodeURIComponent(`http://${host}:${target.port}/`);
    const error = await failure(agent, `${redirector.origin}/${location}`);
    expect(error.code).toBe('blocked');
    expect(error.message).toBe(
      `127.0.0.1:${redirector.port} redirects to an address that is not public, and only public addresses are fetched.`,
    );
    expect(target.connections()).toBe(before);
    await agent.close();
  });

  it('does not connect to the name localhost either', async () => {
    const agent = createGuardedAgent({ allowHosts: [] });
    const before = target.connections();
    expect((await failure(agent, `http://localhost:${target.port}/`)).code).toBe('blocked');
    expect(target.connections()).toBe(before);
    await agent.close();
  });

  it('names the host of the URL in errors, not its address', async () => {
    const agent = createGuardedAgent({ allowHosts: [], lookup: answering('10.9.8.7') });
    const error = await failure(agent, 'http://intranet.example/');
    expect((error.cause as BlockedAddressError).address).toBe('intranet.example');
    expect(`${error.message} ${(error.cause as Error).message}`).not.toContain('10.9.8.7');
    await agent.close();
  });

  it('resolves a name once and connects to what it checked, whatever the name becomes later', async () => {
    // 2d00::/8 was never allocated: its range is public, but no machine has such an address.
    const lookup = answering('2d00::1', '127.0.0.1');
    const agent = createGuardedAgent({ allowHosts: [], lookup, connectTimeoutMs: 300 });
    const before = target.connections();
    const first = await failure(agent, `http://rebinding.example:${target.port}/`);
    expect(first.code).toMatch(/^(connect|timeout)$/);
    expect(lookup.calls).toEqual(['rebinding.example']);
    const second = await failure(agent, `http://rebinding.example:${target.port}/`);
    expect(second.code).toBe('blocked');
    expect(lookup.calls).toHaveLength(2);
    expect(target.connections()).toBe(before);
    await agent.close();
  });

  it.each([
    [['93.184.216.34', '127.0.0.1']],
    [['127.0.0.1', '93.184.216.34']],
    [['2606:4700::1111', '93.184.216.34', '::1']],
    [['93.184.216.34', '::ffff:127.0.0.1']],
    [['not an address']],
    [[]],
  ])('refuses a name if one of its addresses is not public: %j', async (addresses) => {
    const agent = createGuardedAgent({ allowHosts: [], lookup: answering(addresses) });
    const before = target.connections();
    expect((await failure(agent, `http://mixed.example:${target.port}/`)).code).toBe('blocked');
    expect(target.connections()).toBe(before);
    await agent.close();
  });

  it('matches allowed hosts by name, not by address', async () => {
    const agent = createGuardedAgent({
      allowHosts: parseAllowHosts(`intranet.example:${target.port}`),
      lookup: answering('127.0.0.1'),
    });
    const { status } = await fetchLimited(agent, `http://Intranet.Example:${target.port}/`, limits);
    expect(status).toBe(200);
    for (const host of ['127.0.0.1', 'localhost', 'www.intranet.example', 'intranet.example.'])
      expect((await failure(agent, `http://${host}:${target.port}/`)).code).toBe('blocked');
    expect((await failure(agent, `http://intranet.example:${redirector.port}/`)).code).toBe('blocked');
    await agent.close();
  });

  it.runIf(hasIpv6)('connects to an allowed IPv6 address', async () => {
    const agent = createGuardedAgent({ allowHosts: parseAllowHosts(`[::1]:${target.port}`) });
    const { status } = await fetchLimited(agent, `http://[0::1]:${target.port}/`, limits);
    expect(status).toBe(200);
    await agent.close();
  });

  it('applies the connect timeout to DNS lookups too', async () => {
    const agent = createGuardedAgent({ allowHosts: [], lookup: () => {}, connectTimeoutMs: 100 });
    expect((await failure(agent, 'http://silent.example/')).code).toBe('timeout');
    await agent.close();
  });
});

describe('a guarded agent and TLS', () => {
  const before = getCACertificates('default');
  afterAll(() => setDefaultCACertificates(before));

  it('refuses a certificate of an unknown authority', async () => {
    await using server = await serveTls((_, response) => response.end('x'));
    const agent = createGuardedAgent({ allowHosts: parseAllowHosts('127.0.0.1') });
    const error = await failure(agent, `${server.origin}/`);
    expect(error).toMatchObject({ code: 'tls', isRetryable: false });
    expect(error.message).toContain(`127.0.0.1:${server.port} `);
    await agent.close();
  });

  it('names the host in the handshake and checks the certificate for it', async () => {
    setDefaultCACertificates([...before, selfSignedCertificate()]);
    const names: string[] = [];
    await using server = await serveTls(
      (_, response) => response.end('x'),
      (name) => names.push(name),
    );
    const agent = createGuardedAgent({
      allowHosts: parseAllowHosts('secure.test,secure.test.,other.test,127.0.0.1'),
      lookup: answering('127.0.0.1'),
    });
    for (const host of ['secure.test', 'secure.test.', '127.0.0.1'])
      expect((await fetchLimited(agent, `https://${host}:${server.port}/`, limits)).status).toBe(200);
    expect(names).toEqual(['secure.test', 'secure.test', 'false']);
    expect((await failure(agent, `https://other.test:${server.port}/`)).code).toBe('tls');
    await agent.close();
  });

  it('reports a server that does not support TLS', async () => {
    await using server = await serve((_, response) => response.end('x'));
    const agent = createGuardedAgent({ allowHosts: parseAllowHosts('127.0.0.1') });
    expect((await failure(agent, `https://127.0.0.1:${server.port}/`)).code).toBe('tls');
    await agent.close();
  });
});
