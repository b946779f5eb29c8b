import { createSocket } from 'node:dgram';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../dashboard/tests/find-chromium.ts';
import {
  faultOf,
  listAll,
  newConnectorFolder,
  openConnection,
  openWebTools,
  textOf,
} from '../../../tests/helpers/connectors.ts';
import { serve } from '../../../tests/helpers/local-server.ts';
import { startTestSite, type TestSite } from '../../../tests/helpers/test-site.ts';
import { createPageRenderer, type PageRenderer } from './website/page-renderer.ts';
import { website } from './website/website.ts';

const chromium = findChromium();
const needed = chromium ? '' : ' (skipped: install Chromium, on Debian by scripts/chromium-for-tests.sh)';

describe.skipIf(!chromium)(`a page with JavaScript${needed}`, () => {
  let site: TestSite;
  let tools: ReturnType<typeof openWebTools>;
  let renderer: PageRenderer;
  beforeAll(async () => {
    site = await startTestSite();
    tools = openWebTools(site.host);
    renderer = createPageRenderer({
      chromium: chromium ?? '',
      guard: tools.guard,
      userAgent: 'Footnote/test',
      timeoutMs: 60_000,
    });
  });
  afterAll(async () => {
    await renderer.close();
    await tools.close();
    await site.close();
  });

  const script = (code: string, body = ''): string =>
    `<!doctype html><html><head><title>Empty</title></head><body>${body}<main id="app"></main><script>${code}</script></body></html>`;
  const connect = (
    path: string,
    { settings = {}, used = renderer }: { settings?: object; used?: PageRenderer } = {},
  ) =>
    openConnection(
      website,
      { ...tools, renderer: used },
      {
        settings: { start_urls: [site.url(path)], sitemap: false, javascript: true, ...settings },
        folder: newConnectorFolder(),
      },
    );
  const profiles = (): string[] =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('footnote-chromium-'));

  it('is read as its scripts leave it, links included', async () => {
    site.set(
      '/app',
      script(
        `fetch('/data').then((answer) => answer.json()).then(({ text }) => {
          document.title = 'Built by a script';
          document.querySelector('main').innerHTML = '<h1>Fees</h1><p>' + text + '</p><a href="/app/2">More</a>';
        });`,
      ),
    );
    site.set('/data', {
      body: '{"text":"A berth costs 12 euros."}',
      headers: { 'content-type': 'application/json' },
    });
    site.set('/app/2', script("document.querySelector('main').textContent = 'The second page.'"));
    const connection = await connect('/app');
    const { found } = await listAll(connection);
    expect(found).toMatchObject([
      { id: site.url('/app'), name: 'Built by a script' },
      { id: site.url('/app/2') },
    ]);
    const text = await textOf(connection, found[0]);
    expect(text).toContain('A berth costs 12 euros.');
    expect(text).not.toContain('<script');
    expect(await textOf(connection, found[1])).toContain('The second page.');
    const agents = site.requests().map(({ headers }) => headers['user-agent']);
    expect(new Set(agents)).toEqual(new Set(['Footnote/test']));
  });

  it('reaches neither this machine, nor its files, nor metadata services', async () => {
    let asked = 0;
    const secret = await serve((_request, response) => {
      asked += 1;
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('the secret');
    });
    let packets = 0;
    const datagrams = createSocket('udp4', () => {
      packets += 1;
    });
    await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve));
    const targets = [
      `http://127.0.0.1:${secret.port}/`,
      `http://localhost:${secret.port}/`,
      `http://[::ffff:127.0.0.1]:${secret.port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
    ];
    site.set(
      '/attack',
      script(`
        const out = [];
        const add = (line) => { out.push(line); document.querySelector('main').textContent = out.join(' '); };
        for (const target of ${JSON.stringify(targets)}) {
          fetch(target).then((answer) => answer.text()).then((text) => add('read ' + text), () => add('refused'));
          fetch(target, { mode: 'no-cors' }).catch(() => {});
          const frame = document.createElement('iframe');
          frame.src = target;
          document.body.append(frame);
          new Image().src = target;
          try { new WebSocket(target.replace('http', 'ws')); } catch {}
          try { window.open(target); } catch {}
        }
        const peer = new RTCPeerConnection({ iceServers: [
          { urls: 'stun:127.0.0.1:${datagrams.address().port}' },
          { urls: 'turn:127.0.0.1:${secret.port}?transport=tcp', username: 'a', credential: 'b' },
        ] });
        peer.createDataChannel('x');
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
        const code = "fetch('http://127.0.0.1:${secret.port}/')";
        new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
        new SharedWorker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
        setTimeout(() => fetch('/waited'), 1000);
        navigator.serviceWorker?.register('/worker.js').catch(() => {});
        const link = document.createElement('a');
        link.href = 'data:application/octet-stream,x';
        link.download = 'x.bin';
        link.click();
      `),
    );
    site.set('/worker.js', {
      body: `fetch('http://127.0.0.1:${secret.port}/')`,
      headers: { 'content-type': 'text/javascript' },
    });
    const connection = await connect('/attack');
    const { found } = await listAll(connection);
    const text = await textOf(connection, found[0]);
    expect(text.match(/refused/g)).toHaveLength(targets.length);
    expect(text).not.toMatch(/the secret|root:/);
    expect(asked).toBe(0);
    expect(secret.connections()).toBe(0);
    expect(packets).toBe(0);
    datagrams.close();
    await secret[Symbol.asyncDispose]();
  });

  it('cannot take the browser to another site, or to a file', async () => {
    let asked = 0;
    const secret = await serve((_request, response) => {
      asked += 1;
      response.end('<h1>the secret</h1>');
    });
    for (const target of [`http://127.0.0.1:${secret.port}/`, 'file:///etc/passwd', 'chrome://version']) {
      site.set(
        '/leave',
        script(`document.querySelector('main').textContent = 'Stays.'; location.href = '${target}';`),
      );
      const connection = await connect('/leave');
      const { found } = await listAll(connection).catch(() => ({ found: [] }));
      expect(await textOf(connection, found[0])).not.toMatch(/the secret|root:/);
    }
    expect(asked).toBe(0);
    await secret[Symbol.asyncDispose]();
  });

  it('that asks for more and more is read with what it shows by then', async () => {
    site.set('*', { body: '{}', headers: { 'content-type': 'application/json' } });
    site.set(
      '/endless',
      script(
        "document.querySelector('main').textContent = 'Shown at once.'; let i = 0; setInterval(() => { for (let n = 0; n < 20; n += 1) fetch('/more/' + i++).catch(() => {}); }, 10);",
      ),
    );
    const connection = await connect('/endless');
    const { found } = await listAll(connection);
    expect(await textOf(connection, found[0])).toContain('Shown at once.');
    expect(site.requests().filter(({ path }) => path.startsWith('/more/')).length).toBeLessThan(300);
  });

  it('that never ends, or asks questions, does not stop the next one', async () => {
    const impatient = createPageRenderer({
      chromium: chromium ?? '',
      guard: tools.guard,
      userAgent: 'Footnote/test',
      timeoutMs: 20_000,
    });
    site.set('/loop', script('for (;;) {}'));
    expect(await faultOf(async () => listAll(await connect('/loop', { used: impatient })))).toMatchObject({
      code: 'untrusted',
      message: expect.stringContaining('busy for too long'),
    });
    site.set(
      '/ask',
      script(
        "alert('Hello?'); document.querySelector('main').textContent = confirm('Sure?') ? 'Yes' : 'Answered.'",
      ),
    );
    const connection = await connect('/ask', { used: impatient });
    const { found } = await listAll(connection);
    expect(await textOf(connection, found[0])).toContain('Answered.');
    await impatient.close();
  });

  it('that takes memory without end ends only its browser', async () => {
    site.set('/memory', script('const kept = []; for (;;) kept.push(new Uint8Array(10e6).fill(1));'));
    const fault = await faultOf(async () => listAll(await connect('/memory')));
    expect(['unavailable', 'untrusted']).toContain(fault.code);
    site.set('/after', script("document.querySelector('main').textContent = 'Goes on.'"));
    const connection = await connect('/after');
    const { found } = await listAll(connection);
    expect(await textOf(connection, found[0])).toContain('Goes on.');
  });

  it('leaves no browser and no profile behind', async () => {
    const before = profiles();
    const brief = createPageRenderer({
      chromium: chromium ?? '',
      guard: tools.guard,
      userAgent: 'Footnote/test',
      idleMs: 10,
    });
    site.set('/brief', script("document.querySelector('main').textContent = 'Brief.'"));
    await listAll(await connect('/brief', { used: brief }));
    await expect.poll(() => profiles().filter((name) => !before.includes(name))).toEqual([]);
    await brief.close();
  });

  it('is refused in a sentence if the Chromium is missing', async () => {
    const missing = createPageRenderer({ chromium: '/nowhere/chromium', guard: tools.guard, userAgent: 'x' });
    site.set('/any', script(''));
    expect(await faultOf(async () => listAll(await connect('/any', { used: missing })))).toMatchObject({
      code: 'settings',
    });
    await missing.close();
  });
});
