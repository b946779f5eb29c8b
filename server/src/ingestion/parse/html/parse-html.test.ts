import { describe, expect, it } from 'vitest';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { cpuMsOf } from '../../../../tests/helpers/cpu-time.ts';
import { parseHtml } from './parse-html.ts';

const page = (html: string | Uint8Array, mimeType = 'text/html', url = 'https://site.example/a/b') =>
  parseHtml({
    bytes: typeof html === 'string' ? new TextEncoder().encode(html) : html,
    mimeType,
    fileName: null,
    origin: 'web-page',
    url,
  });
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const faultOf = (html: string): SourceFault => {
  try {
    page(html);
  } catch (error) {
    if (error instanceof SourceFault) return error;
    throw error;
  }
  throw new Error('There was no fault');
};
const prose = 'The bridge was opened in May, and it has been busy since. '.repeat(12);

describe('the encoding of a page', () => {
  it('is the charset of the response or of the page, unless the bytes contradict it', () => {
    expect(page(latin1('<p>caf\xe9'), 'text/html; charset=ISO-8859-1').text).toBe('café');
    expect(
      page(latin1('<!-- <meta charset=koi8-r> --><meta charset="windows-1252"><p>caf\xe9 \x96 ok')).text,
    ).toBe('café – ok');
    expect(page(latin1('<?xml version="1.0" encoding="iso-8859-15"?><p>\xa4 5')).text).toBe('€ 5');
    expect(page('<meta charset=utf-16><p>naïve').text).toBe('naïve');
    expect(page('<meta charset=iso-8859-1><p>naïve').text).toBe('naïve');
    expect(
      page(latin1(`<meta charset=utf-8><p>${'d\xe9j\xe0 vu, tr\xe8s bien, \xe7a va. '.repeat(3)}`)).text,
    ).toContain('déjà vu, très bien, ça va.');
    expect(page('<meta charset=klingon><p>naïve').text).toBe('naïve');
  });

  it('is UTF-8 if the bytes are, whatever multi-byte charset is declared', () => {
    const text = '港の鶴は長い間ここに立っている。';
    for (const charset of ['gb2312', 'shift_jis', 'euc-kr', 'big5', 'koi8-r'])
      expect(page(`<p>${text}`, `text/html; charset=${charset}`).text).toBe(text);
    // Four bytes of GBK that are valid UTF-8 by chance.
    expect(page(Uint8Array.from([0xcb, 0xa7, 0xcb, 0xa7]), 'text/html; charset=gbk').text).toBe('帅帅');
  });
});

describe('the title of a page', () => {
  it('omits the site name', () => {
    for (const title of [
      'Otters | Zoo',
      'Zoo - Otters',
      'Tag: otters · Otters – Zoo',
      'Otters',
      '動物園｜Otters',
    ])
      expect(page(`<title>${title}</title><h1>Otters</h1><p>${prose}`).title).toBe('Otters');
    expect(page(`<title>Sea-otters of the north</title><h1>otters</h1><p>${prose}`).title).toBe(
      'Sea-otters of the north',
    );
    expect(page(`<p>${prose}`).title).toBeUndefined();
  });
});

describe('the canonical URL of a page', () => {
  it('is resolved, and ignored unless it is an http(s) URL', () => {
    const of = (href: string) => page(`<link rel=canonical href="${href}"><p>${prose}`).canonicalUrl;
    expect(of('../c?d=1')).toBe('https://site.example/c?d=1');
    expect(of('//other.example/x')).toBe('https://other.example/x');
    expect(of('javascript:alert(1)')).toBeUndefined();
    expect(of('http://[bad')).toBeUndefined();
    expect(of(`/${'x'.repeat(3_000)}`)).toBeUndefined();
  });
});

describe('a page without content', () => {
  const shell = '<!doctype html><title>App</title><script src=app.js></script>';

  it('is rejected with the reason', () => {
    for (const body of [
      '<div id="root"></div>',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>',
      '<div id=root>Loading…</div>',
      '<p>Please enable JavaScript to continue.</p>',
    ]) {
      expect(faultOf(shell + body)).toMatchObject({ code: 'no_text', stage: 'parsing' });
      expect(faultOf(shell + body).message).toContain('JavaScript');
    }
    const furniture = '<header>Site</header><nav><a href=/>Home</a></nav><footer>© 2025</footer>';
    expect(faultOf(furniture).message).toContain('menus');
    expect(faultOf('').code).toBe('no_text');
  });

  it('does not include a page with little text', () => {
    expect(page(`${shell}<p>Closed until May.</p>`).text).toBe('Closed until May.');
    expect(page(`${shell}<h1>Learn JavaScript</h1><p>A course without tears.</p>`).text).toContain(
      'without tears',
    );
  });
});

describe('the main content of a page', () => {
  it('keeps every answer of a thread', () => {
    const answers = Array.from(
      { length: 20 },
      (_, index) => `<div class="post comment"><p>Answer ${index}: ${prose}</p></div>`,
    );
    const { text } = page(`<div class=thread><h1>Question</h1><p>Why?</p>${answers.join('')}</div>`);
    for (let index = 0; index < 20; index += 1) expect(text).toContain(`Answer ${index}:`);
  });

  it('is the whole body for an uploaded file', () => {
    const html = `<nav>Menu</nav><main><p>${prose}</p></main><footer>Imprint</footer>`;
    const bytes = new TextEncoder().encode(html);
    const upload = parseHtml({ bytes, mimeType: null, fileName: 'a.html', origin: 'file' });
    expect(upload.text).toMatch(/^Menu[\s\S]*Imprint$/);
    expect(page(html).text).toBe(prose.trim());
  });

  it('is found within seconds on hostile pages', () => {
    const pages = [
      `${'<div>'.repeat(20_000)}${prose}`,
      `<body>${('<div>'.repeat(190) + prose + '</div>'.repeat(190)).repeat(70)}</body>`,
      `<body>${'<li><a href="/x">link text here</a></li>'.repeat(14_000)}<p>${prose}</body>`,
      `<body>${'<div>a, b, c<br><br></div>'.repeat(9_000)}</body>`,
      `<body>${'<table><tr><td>'.repeat(5_000)}${prose}`,
      `<p>${prose.repeat(25_000)}`,
    ];
    for (const html of pages) {
      const took = cpuMsOf(() => expect(page(html).blocks.length).toBeGreaterThan(0));
      expect(took).toBeLessThan(10_000);
    }
  }, 60_000);
});
