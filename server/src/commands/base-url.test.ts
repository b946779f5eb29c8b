import { describe, expect, it } from 'vitest';
import { baseUrlOf } from './base-url.ts';

describe('FOOTNOTE_URL', () => {
  it.each([
    ['http://localhost:8080', 'http://localhost:8080'],
    ['localhost:8080', 'http://localhost:8080'],
    ['HTTPS://docs.example.com/', 'HTTPS://docs.example.com'],
    ['https://docs.example.com/v1', 'https://docs.example.com'],
    ['https://docs.example.com/v1/', 'https://docs.example.com'],
    ['https://docs.example.com/mcp', 'https://docs.example.com'],
    ['https://example.com/footnote/mcp/', 'https://example.com/footnote'],
  ])('%s names %s', (address, url) => {
    expect(baseUrlOf(address)).toBe(url);
  });

  it.each(['ftp://localhost', 'http://', 'not a url'])('%s is refused', (address) => {
    expect(() => baseUrlOf(address)).toThrow(`FOOTNOTE_URL must be an http(s) URL, not ${address}.`);
  });
});
