import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/** Where the bundle is in the package, and would be in a checkout. */
const FOLDER = 'server/dist';

/** What is there only if someone has installed it. `@opentelemetry/api` is also part of prom-client, which takes its own copy. */
const isOptional = (name: string, importer: string | undefined): boolean =>
  name.startsWith('@opentelemetry/')
    ? !importer?.includes('node_modules/prom-client/')
    : ['@huggingface/transformers', 'onnxruntime-node', 'pg-native', 'canvas', '@napi-rs/nice'].includes(
        name,
      );

/** Writes the program and the npm packages that it uses to server/dist of the package, where the data that it reads must be
 *  already. Returns the folders of the npm packages in it. */
export async function bundleServer(root: string, target: string): Promise<string[]> {
  const bundle = await rolldown({
    cwd: root,
    input: { cli: 'server/src/cli.ts' },
    platform: 'node',
    external: (name, importer) => isOptional(name, importer),
    plugins: [ownFiles(root, target), piscinaThread()],
    onLog(level, log) {
      // Anything that is not found, or is not where it would be read, would only be noticed when someone uses it.
      if (level === 'warn' && log.code !== 'EVAL') throw new Error(log.message);
    },
  });
  const { output } = await bundle.write({
    dir: join(target, FOLDER),
    entryFileNames: '[name].js',
    // Stacks name chunks and functions, so nothing is shortened. Licences in comments stay.
    minify: false,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return [...new Set(modules.flatMap(packageFolder))].sort();
}

/** Threads become entries beside the others; data stays where it is in a checkout. */
function ownFiles(root: string, target: string): Plugin {
  return {
    name: 'own-files',
    transform(code, id) {
      if (!id.startsWith(join(root, 'server/src/'))) return null;
      const withUrls = code.replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (_, name: string) => {
        const file = resolve(dirname(id), name);
        if (!file.endsWith('.ts'))
          return urlOf(`${relative(join(root, FOLDER), file)}${/\/$/.exec(name) ?? ''}`);
        const fileName = `${basename(file, '.ts')}.js`;
        this.emitFile({ type: 'chunk', id: file, fileName });
        return urlOf(`./${fileName}`);
      });
      if (/new URL\((?!')[^()]*import\.meta\.url\)/.test(withUrls))
        throw new Error(`${id} must name what it reads in single quotes, so that the build can find it.`);
      // A module that is required by a literal name is bundled, and is still run when the line is reached.
      return /require\('/.test(code)
        ? withUrls.replace('const require = createRequire(import.meta.url);\n', '')
        : withUrls;
    },
    renderChunk(code) {
      for (const [, name = ''] of code.matchAll(/new URL\("(\.\.[^"]+)", import\.meta\.url\)/g))
        if (!existsSync(join(target, FOLDER, name)))
          throw new Error(`The bundle reads ${name}, which is not there.`);
      return null;
    },
  };
}

const urlOf = (name: string): string => `new URL('${name}', import.meta.url)`;

/** Piscina starts its thread from a file beside its own. */
function piscinaThread(): Plugin {
  const line = `(0, node_path_1.resolve)(__dirname, 'worker.js')`;
  return {
    name: 'piscina-thread',
    transform(code, id) {
      if (!id.endsWith('node_modules/piscina/dist/index.js')) return null;
      if (!code.includes(line)) throw new Error('Piscina starts its thread in another way now.');
      this.emitFile({ type: 'chunk', id: join(dirname(id), 'worker.js'), fileName: 'piscina-thread.js' });
      return code.replace(line, `(0, node_path_1.resolve)(FOLDER_OF_CHUNK, 'piscina-thread.js')`);
    },
    renderChunk: (code) => code.replaceAll('FOLDER_OF_CHUNK', 'import.meta.dirname'),
  };
}

/** The folder of the npm package that a module is from. */
function packageFolder(module: string): string[] {
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];
  return folder === undefined ? [] : [folder.replace(/^\0/, '')];
}
