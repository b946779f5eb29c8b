import { defineConfig } from 'vite';

/** The chat widget: one file that runs on the pages of others. Built after the dashboard, into the same folder. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    lib: { entry: 'widget/widget.ts', formats: ['iife'], name: 'FootnoteChat', fileName: () => 'widget.js' },
  },
});
