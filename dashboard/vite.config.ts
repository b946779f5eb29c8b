import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { SERVER_CONSTANTS } from './vite.widget.config.ts';

/** What nearly every page takes: in files of their own, one for each set of pages, they were most of what a page asked for. */
const libraries =
  /node_modules\/@tanstack\/(react-query|query-core|react-router|router-core|react-store|store|history)\//;
const parts =
  /src\/(shared\/(components\/(badge|when|field|copy-button|progress-bar|filter-select|load-more|radio-group)\.tsx|format\.ts|sources\/use-add-source\.ts)|.*-queries\.ts)|lucide-react.*\/(check|x|plus|arrow-left|rotate-cw|trash-2|ellipsis|chevron-down)\./;

/** `npm run build` writes dist/, which the server serves. While developing, requests go on to a service on its usual port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  resolve: { alias: [SERVER_CONSTANTS] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: libraries, minShareCount: 2 },
            { name: 'parts', test: parts, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8080' } },
});
