import { serveCommand } from '#commands/serve.ts';
import { readConfig } from '#config/config.ts';

/** `footnote serve` with the times of its argument, a JSON object. */
await serveCommand({ config: readConfig(undefined, JSON.parse(process.argv[2] ?? '{}')) });
