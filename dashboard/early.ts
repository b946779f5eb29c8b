import type { Plugin } from 'vite';

/** Puts the script that runs first into the page, as a file of its own: together with the frame it would wait for all of it. */
export const early = (): Plugin => ({
  name: 'early',
  buildStart() {
    if (this.environment.mode === 'build')
      this.emitFile({ type: 'chunk', id: `${import.meta.dirname}/src/app/early.ts`, name: 'early' });
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const file = Object.values(bundle ?? {}).find((each) => each.type === 'chunk' && each.name === 'early');
      const src = file ? `/${file.fileName}` : '/src/app/early.ts';
      return [
        { tag: 'script', attrs: { type: 'module', async: true, crossorigin: true, src }, injectTo: 'head' },
      ];
    },
  },
});
