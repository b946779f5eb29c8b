import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run build` writes dist/, which the server serves. While developing, requests go on to a service on its usual port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: { outDir: 'dist', emptyOutDir: true, manifest: true, assetsInlineLimit: 0, sourcemap: false },
  server: { proxy: { '/v1': 'http://127.0.0.1:8080' } },
});
