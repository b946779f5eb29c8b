import { enableCompileCache } from 'node:module';

// Before the rest is loaded: the second start reads compiled code, about 150 ms sooner.
enableCompileCache();

const { runCli } = await import('./commands/run-cli.ts');
await runCli(process.argv.slice(2));
