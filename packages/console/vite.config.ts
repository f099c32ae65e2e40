import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** All paths are relative: the console works below any path of a proxy. */
export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    target: 'es2023',
    // A data: URL is no file of the service, and its policy allows none for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    reportCompressedSize: false,
  },
});
