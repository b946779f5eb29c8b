import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { catalogs, widgetCatalogs } from './catalogs.ts';

/** Only `server/src/isomorphic` resolves: anything else of the server may be imported as a type, which the build erases. */
export const SERVER_CONSTANTS = {
  find: /^#server\/isomorphic\//,
  replacement: fileURLToPath(new URL('../server/src/isomorphic/', import.meta.url)),
};

/** The chat widget: one file that runs on the pages of others. Built after the dashboard, into the same folder. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [catalogs(), widgetCatalogs()],
  // A library is built for any environment, so Vite leaves it to the page, which has no `process`.
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: [SERVER_CONSTANTS] },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    lib: { entry: 'widget/widget.ts', formats: ['iife'], name: 'FootnoteChat', fileName: () => 'widget.js' },
  },
});
