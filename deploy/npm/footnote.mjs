#!/usr/bin/env node
// The command `footnote` of the package. Plain JavaScript, so that an old Node can say that it is too old.

const NEEDED = [24, 15];
// As scripts/run.mjs starts Node in a checkout, which says why.
const FLAGS = ['--max-semi-space-size=8'];
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '1048576' };

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    `Footnote needs Node ${NEEDED.join('.')} or newer, and this is Node ${process.versions.node}. Install Node 24 from https://nodejs.org.`,
  );
  process.exit(1);
}
if (process.execve && !process.execArgv.includes(FLAGS[0])) {
  // The C library reads its settings only as a process begins. This one becomes the new one, with the same id. Windows has no such call.
  const environment = { ...MALLOC, ...process.env };
  process.execve(
    process.execPath,
    [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)],
    environment,
  );
}
// The place in the package: a checkout has no such file.
await import(new URL('../server/dist/cli.js', import.meta.url).href);
