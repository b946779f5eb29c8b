import { describe, expect, it } from 'vitest';
import { git } from './git.ts';
import { readRemoteUrl } from './remote-url.ts';

describe('the URL of a repository', () => {
  it.each([
    'https://example.org/team/handbook.git',
    'ssh://git@example.org:2222/team/handbook.git',
    'git@example.org:team/handbook.git',
  ])('may be %s', (url) => {
    expect(readRemoteUrl(url)).toMatchObject({ host: 'example.org', path: 'team/handbook' });
    expect(git.settings.parse(git.settings.parse({ url }))).toMatchObject({ url });
  });

  it.each([
    'file:///etc',
    'ext::sh -c id',
    'git://example.org/a.git',
    '/srv/a.git',
    'https://ann:secret@example.org/a.git',
    'https://ann@example.org/a.git',
    'ssh://-oProxyCommand=id/a.git',
    'ssh://git@-oProxyCommand=id/a.git',
    'ssh://%2doProxyCommand@example.org/a.git',
    'ssh://%ff@example.org/a.git',
    'git@-example.org:a.git',
    'git@example.org:-a',
    'https://example.org/a.git?x=1',
    'https://example.org/a b.git',
    'https://example.org/',
  ])('may not be %s', (url) => {
    expect(git.settings.safeParse({ url }).success).toBe(false);
  });

  it.each(['-x', 'a..b', 'a b', 'x:y', 'x.lock', '/a', 'a@{1}'])('has no branch %s', (branch) => {
    expect(git.settings.safeParse({ url: 'https://example.org/a.git', branch }).success).toBe(false);
  });
});
