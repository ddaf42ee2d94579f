import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'

import { speaking } from './scripts/speaking.ts'
import { languageCodes, type Language } from './shared/language.ts'

/** Writes a .br and a .gz beside every text file, so the server never compresses one. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  // Not generateBundle: there the files still hold placeholders.
  writeBundle({ dir }, bundle) {
    if (this.environment.config.consumer === 'server') return
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const bytes = readFileSync(`${dir}/${name}`)
      writeFileSync(`${dir}/${name}.br`, brotliCompressSync(bytes))
      writeFileSync(`${dir}/${name}.gz`, gzipSync(bytes, { level: 9 }))
    }
  },
}

/** What the pages are built into in one language. English takes the names that Vite knows. */
function environmentsIn(language: Language): Record<string, EnvironmentOptions> {
  const name = (built: string) => (language === 'en' ? built : `${built}_${language}`)
  return {
    [name('client')]: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: language === 'en',
        copyPublicDir: language === 'en',
        manifest: `.vite/app.${language}.json`,
        rolldownOptions: {
          input: ['web/main.tsx', 'web/start.ts'],
          // What ten screens have in common is one file: small ones compress badly, ten kB on each screen of the dashboard.
          output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 10 }] } },
        },
      },
    },
    // The pages that visitors read, once more: without the client router, which is a fifth of the weight.
    [name('visit')]: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: `.vite/visit.${language}.json`,
        // These pages get all their data from our own server, parsed: what only loaders need, schemas above all, falls away.
        rolldownOptions: {
          input: 'web/visit.tsx',
          // The same for what every page has: 3 kB. Without visit.tsx, which waits for screens that need all this.
          output: {
            codeSplitting: {
              groups: [{ name: 'frame', test: /web\/app|node_modules\/react|preload-helper/ }],
            },
          },
          treeshake: {
            moduleSideEffects: false,
            manualPureFunctions: ['z', 'createContext', 'createApi'],
          },
        },
      },
    },
    [name('ssr')]: {
      consumer: 'server',
      // React goes in as well: built for production, whatever NODE_ENV the server runs under.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: true,
        outDir: `dist/server/${language}`,
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: { input: { render: 'web/render.tsx' } },
      },
    },
  }
}

/** `vite build` makes what browsers load and the page renderer that the server loads, both once per language. */
export default defineConfig({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [
    languageCodes
      .filter((language) => language !== 'en')
      .map((language) => ({
        ...speaking(language),
        applyToEnvironment: ({ name }) => name.endsWith(`_${language}`),
      })),
    react(),
    tailwind(),
    precompress,
  ],
  builder: {},
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: Object.fromEntries(
    languageCodes.flatMap((language) => Object.entries(environmentsIn(language))),
  ),
})
