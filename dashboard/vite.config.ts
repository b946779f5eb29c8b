import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogs } from './catalogs.ts';
import { early } from './early.ts';
import { pdfFiles } from './pdf-files.ts';
import { news } from './vite.news.ts';
import { SERVER_CONSTANTS } from './vite.widget.config.ts';

/** What nearly every page takes: in files of their own, one for each set of pages, they were most of what a page asked for. */
const libraries =
  /node_modules\/@tanstack\/(react-query|query-core|react-router|router-core|react-store|store|history)\//;
const parts =
  /src\/(app\/(account-trigger|keys|places|recent|stored-flag|switcher-trigger|theme)\.tsx?|rooms\/(account\/return-here|overview\/overview-(loading|query))\.tsx?|shared\/((patiently|lazy-part|format)\.ts|components\/(badge|kbd|wordmark|when|field|copy-button|progress-bar|load-more|radio-group|page|notices|form|tabs|url-field)\.tsx|hooks\/(use-account|use-form|use-save)\.ts|api\/limits\.ts|sources\/(use-add-source|use-source-changes|choose-files|drop-anywhere|source-status|upload-list)\.tsx?)|shared\/(api\/(agent|knowledge-base|key|crawl)-queries|sources\/source-(queries|search))\.ts|rooms\/(gaps\/gap-queries|.*-search)\.ts)|lucide-react.*\/(check|x|plus|arrow-left|rotate-cw|trash-2|ellipsis|chevron-down|file-text|search|book-open|bot|circle-question-mark|globe|messages-square|triangle-exclamation-point)\./;

/** Words wait for their catalog, and whatever imports them waits too. In a file with other things, that would be a circle. */
const words = /shared\/strings\/(text|text-of)\.ts|@lingui/;
/** The first script takes these, and does not wait for the words of a language. */
const imports =
  /vite\/preload-helper|app\/pages\.ts|rooms\/overview\/showed-numbers\.ts|shared\/strings\/languages?\.ts|virtual:catalogs$/;

/** What `npm run dev` passes on to the service: everything but the pages and their modules. The `Host` header stays, because the
 *  service compares it with the origin of a request that carries a cookie. */
const service = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const proxy = Object.fromEntries(
  ['/v1', '/widget', '/openapi.json', '/healthz', '/readyz', '/metrics'].map((path) => [path, service]),
);

/** `npm run build` writes dist/, which the service serves. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), catalogs(), early(), news(), pdfFiles()],
  resolve: { alias: [SERVER_CONSTANTS] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // dist/.vite/license.md
    license: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    // The reader of PDFs, which is loaded with the first of them.
    chunkSizeWarningLimit: 550,
    rolldownOptions: {
      output: {
        // The first page names every file of every page, to load them side by side: names of theirs were a kilobyte of it.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            { name: 'imports', test: imports },
            { name: 'words', test: words },
            { name: 'libraries', test: libraries, minShareCount: 2 },
            { name: 'parts', test: parts, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy },
});
