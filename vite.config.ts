import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Writes a .br and a .gz beside every text file, so the server never compresses one. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  // Not generateBundle: there the files still hold placeholders.
  writeBundle({ dir }, bundle) {
    if (this.environment.name === 'ssr') return
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const bytes = readFileSync(`${dir}/${name}`)
      writeFileSync(`${dir}/${name}.br`, brotliCompressSync(bytes))
      writeFileSync(`${dir}/${name}.gz`, gzipSync(bytes, { level: 9 }))
    }
  },
}

/** `vite build` makes both: what browsers load, and the page renderer that the server loads. */
export default defineConfig({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [react(), tailwind(), precompress],
  builder: {},
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: { input: ['web/main.tsx', 'web/start.ts'] },
      },
    },
    // The pages that visitors read, once more: without the client router, which is a fifth of the weight.
    visit: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: '.vite/visit.json',
        // These pages get all their data from our own server, parsed: what only loaders need, schemas above all, falls away.
        rolldownOptions: {
          input: 'web/visit.tsx',
          treeshake: {
            moduleSideEffects: false,
            manualPureFunctions: ['z', 'createContext', 'createApi'],
          },
        },
      },
    },
    ssr: {
      // React goes in as well: built for production, whatever NODE_ENV the server runs under.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: { input: { render: 'web/render.tsx' } },
      },
    },
  },
})
