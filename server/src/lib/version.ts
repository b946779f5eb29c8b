import { readFileSync } from 'node:fs';

type Manifest = { name: string; version: string; peerDependencies: Record<string, string> };

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest;

/** The name of the package, as it is published. */
export const PACKAGE_NAME: string = manifest.name;

/** The version in this service's package.json. */
export const VERSION: string = manifest.version;

/** The packages that only some settings need, with the version that works. They are not installed by default. */
export const OPTIONAL_PACKAGES: Readonly<Record<string, string>> = manifest.peerDependencies;
