import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfFiles } from './pdf-files.ts';
import { news } from './vite.news.ts';
import { SERVER_CONSTANTS } from './vite.widget.config.ts';

/** What nearly every page takes: in files of their own, one for each set of pages, they were most of what a page asked for. */
const libraries =
  /node_modules\/@tanstack\/(react-query|query-core|react-router|router-core|react-store|store|history)\//;
const parts =
  /src\/(shared\/(components\/(badge|when|field|copy-button|progress-bar|load-more|radio-group)\.tsx|format\.ts|sources\/use-add-source\.ts)|.*-queries\.ts)|lucide-react.*\/(check|x|plus|arrow-left|rotate-cw|trash-2|ellipsis|chevron-down)\./;

/** What `npm run dev` passes on to the service: everything but the pages and their modules. The `Host` header stays, because the
 *  service compares it with the origin of a request that carries a cookie. */
const service = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const proxy = Object.fromEntries(
  ['/v1', '/widget.js', '/openapi.json', '/healthz', '/readyz', '/metrics'].map((path) => [path, service]),
);

/** `npm run build` writes dist/, which the service serves. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), news(), pdfFiles()],
  resolve: { alias: [SERVER_CONSTANTS] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // dist/.vite/license.md
    license: true,
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
  server: { proxy },
});
