import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'

import { browserFloor, flatStyles } from './scripts/browser-floor.ts'
import { languagePlugin } from './scripts/language-plugin.ts'
import { writeSplitStyles } from './scripts/split-styles.ts'
import { writeTexts } from './scripts/texts.ts'
import { languageCodes, type Language } from './shared/language.ts'

/** Compresses text files with Brotli and gzip at build time, so that the server never does. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  // In generateBundle the files still contain placeholders.
  writeBundle({ dir }, bundle) {
    if (this.environment.config.consumer === 'server') return
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const bytes = readFileSync(`${dir}/${name}`)
      writeFileSync(`${dir}/${name}.br`, brotliCompressSync(bytes))
      writeFileSync(`${dir}/${name}.gz`, gzipSync(bytes, { level: 9 }))
    }
  },
}

/** Zod and the modules that use it. */
const isSchema = (id: string): boolean =>
  id.includes('/node_modules/zod/') ||
  (/\.tsx?$/.test(id) && /^import \* as z from 'zod\/mini'$/m.test(readFileSync(id, 'utf8')))

/**
 * Keeps zod from compiling schemas in browsers. Our policy forbids `eval`, and its test whether that is allowed is a violation, which took a
 * fifth of the first task of a dashboard page on a slow phone.
 */
const interpretedSchemas: Plugin = {
  name: 'interpreted-schemas',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform: {
    filter: { id: /\/zod\/v4\/core\/core\.js$/ },
    handler: (code) => `${code}\nglobalConfig.jitless = true\n`,
  },
}

/** Public pages load no styles with their modules, so an import needs nothing of Vite. */
const plainImports: Plugin = {
  name: 'plain-imports',
  applyToEnvironment: ({ name }) => name.startsWith('visit'),
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** The frame of an icon without the options that nobody uses. */
const plainIcons: Plugin = {
  name: 'plain-icons',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
    handler: () => `export { createIcon as default } from '${import.meta.dirname}/web/ui/icon.ts'`,
  },
}

/** Lets @noble/hashes load in Chromium 92, which has no `Object.hasOwn`. */
const olderHashes: Plugin = {
  name: 'older-hashes',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform: {
    filter: { id: /@noble\/hashes\/utils\.js$/ },
    handler: (code) => code.replaceAll('Object.hasOwn(', 'Object.prototype.hasOwnProperty.call('),
  },
}

/**
 * Modules of many screens that the first page of the dashboard does not need: the frame of public pages, fields and forms, forms of an action.
 * Each group is a chunk. A translation stands in a folder beside its English text.
 */
const laterGroups = {
  public: /web\/layouts\/public-|web\/ui\/page-head|shared\/terms\.ts$/,
  forms:
    /web\/forms\/(submit-button|form-alert|use-live-checks|use-typed-text)|web\/text\/(\w+\/)?retry\.|web\/ui\/fields\./,
  actions: /web\/forms\/action-form|shared\/([\w/]+\/)?(fees|amount-problem|amount-sentences)\.ts$/,
}
/** What belongs to the screens that use it: parts of forms, what loaders load, and what is rarely shown. */
const ofScreens =
  /react-hook-form|(use-checked|api)-form|\.(loaders|data)\.ts$|shared\/text\/(\w+\/)?invalid\.ts$|not-found-picture/

writeTexts()

/** `npm run build` renames its folder when the build is complete. */
const target = process.env['BUILD_DIR'] ?? 'dist'

/** The build environments of one language. English uses Vite's own names. */
function environmentsIn(language: Language): Record<string, EnvironmentOptions> {
  const name = (built: string) => (language === 'en' ? built : `${built}_${language}`)
  return {
    [name('client')]: {
      consumer: 'client',
      build: {
        outDir: `${target}/client`,
        emptyOutDir: language === 'en',
        copyPublicDir: language === 'en',
        manifest: `.vite/app.${language}.json`,
        rolldownOptions: {
          input: 'web/main.tsx',
          // Modules of many screens share a chunk. Small chunks compress badly: 10 kB more on each dashboard screen.
          // Only screens with forms need react-hook-form, which is a tenth of a dashboard screen, and schemas.
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'schemas', minShareCount: 4, test: isSchema },
                ...Object.entries(laterGroups).map(([name, test]) => ({ name, test })),
                {
                  name: 'shared',
                  minShareCount: 17,
                  test: (id) => !ofScreens.test(id) && !isSchema(id),
                },
              ],
            },
          },
        },
      },
    },
    // Public pages are built without the client router and loaders.
    [name('visit')]: {
      consumer: 'client',
      build: {
        outDir: `${target}/client`,
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: `.vite/visit.${language}.json`,
        // web/start.ts preloads the modules that the server lists for the page.
        modulePreload: false,
        // Public pages get parsed data from the server, so code for loaders, mostly schemas, is removed.
        rolldownOptions: {
          input: 'web/visit.tsx',
          // Modules of every page share a chunk (3 kB smaller). web/visit.tsx is excluded, because it awaits screens that import them.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'frame',
                  test: /web\/(app\/(?!error-screen|page-error)|router\/(?!form|request-context|responses)|layouts\/(?!mail-link|task-page)|ui\/page-head|api\/site)|shared\/money|node_modules\/react|preload-helper/,
                },
              ],
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
      // Bundles React for production, independent of the server's NODE_ENV.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: true,
        target: 'es2022',
        outDir: `${target}/server/${language}`,
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: { input: { render: 'web/render.tsx' } },
      },
    },
  }
}

/** Classic scripts. They have no texts, so one file serves every language. The address of a service worker does not change. */
const classicFiles = {
  'assets/start-[hash]': 'web/start.ts',
  worker: 'web/worker/worker.ts',
  'worker-remove': 'web/worker/remove.ts',
}
const classics = Object.entries(classicFiles).map(([name, input]): [string, EnvironmentOptions] => [
  basename(input, '.ts'),
  {
    consumer: 'client',
    build: {
      outDir: `${target}/client`,
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: `.vite/${basename(input, '.ts')}.json`,
      rolldownOptions: { input, output: { entryFileNames: `${name}.js`, format: 'iife' } },
    },
  },
])

/** `vite build` builds the browser bundles and the server's page renderer for each language. */
export default defineConfig({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [
    languageCodes
      .filter((language) => language !== 'en')
      .map((language) => ({
        ...languagePlugin(language),
        applyToEnvironment: ({ name }) => name.endsWith(`_${language}`),
      })),
    react(),
    tailwind(),
    interpretedSchemas,
    plainImports,
    plainIcons,
    olderHashes,
    precompress,
  ],
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments))
        await builder.build(environment)
      for (const language of languageCodes) writeSplitStyles(`${target}/client`, language)
    },
  },
  css: { postcss: { plugins: [flatStyles] } },
  build: {
    target: Object.entries(browserFloor).map((browser) => browser.join('')),
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: Object.fromEntries([
    ...languageCodes.flatMap((language) => Object.entries(environmentsIn(language))),
    ...classics,
  ]),
})
