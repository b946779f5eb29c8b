import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Only `server/src/isomorphic` resolves: anything else of the server may be imported as a type, which the build erases. */
export const SERVER_CONSTANTS = {
  find: /^#server\/isomorphic\//,
  replacement: fileURLToPath(new URL('../server/src/isomorphic/', import.meta.url)),
};

/** The chat widget: one file that runs on the pages of others. Built after the dashboard, into the same folder. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: [SERVER_CONSTANTS] },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    lib: { entry: 'widget/widget.ts', formats: ['iife'], name: 'FootnoteChat', fileName: () => 'widget.js' },
  },
});
