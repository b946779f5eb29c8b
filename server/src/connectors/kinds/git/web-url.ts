import type { RemoteUrl } from './remote-url.ts';
import type { GitSettings } from './settings.ts';

const KNOWN: Readonly<Record<string, string>> = {
  'github.com': 'https://github.com/{repository}/blob/{branch}/{path}',
  'gitlab.com': 'https://gitlab.com/{repository}/-/blob/{branch}/{path}',
};

/** Where a person can open a file; undefined if that is not known. */
export function webUrlOf(
  remote: RemoteUrl,
  { web_url, branch = 'HEAD' }: GitSettings,
  { path, commit }: { path: string; commit: string },
): string | undefined {
  const template = web_url ?? (Object.hasOwn(KNOWN, remote.host) ? KNOWN[remote.host] : undefined);
  const values: Record<string, string> = {
    path: encodePath(path),
    branch: encodePath(branch),
    commit,
    repository: remote.path,
  };
  return template?.replace(/\{(path|branch|commit|repository)\}/g, (_, name: string) => values[name] ?? '');
}

const encodePath = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
