import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

import { languageCodes, languages } from '#shared/language.ts'
import type { PageScript } from '#shared/page.ts'
import { readManifest } from '#server/pages/manifest.ts'

type Page = { name: string; script: PageScript; sources: string[]; budgetKb: number }

const layout = 'web/layouts/dashboard/dashboard-layout.tsx'

/** Budgets for what a browser loads first for a page, in kB (1,000 bytes) of Brotli, which our server sends. */
const pages: Page[] = [
  {
    name: 'Landing page',
    script: 'visit',
    sources: ['web/screens/public/landing.tsx'],
    budgetKb: 73,
  },
  {
    name: 'Public campaign list',
    script: 'visit',
    sources: ['web/screens/public/campaigns.tsx'],
    budgetKb: 73,
  },
  {
    name: 'Campaign page',
    script: 'visit',
    sources: ['web/screens/public/campaign.tsx'],
    budgetKb: 80,
  },
  {
    name: 'Guest donation',
    script: 'visit',
    sources: ['web/screens/public/donate.tsx'],
    budgetKb: 79,
  },
  { name: 'Receipt', script: 'visit', sources: ['web/screens/public/donation.tsx'], budgetKb: 79 },
  { name: 'Terms', script: 'visit', sources: ['web/screens/public/terms.tsx'], budgetKb: 67 },
  { name: 'Login', script: 'app', sources: ['web/screens/account/login.tsx'], budgetKb: 92 },
  ...Object.entries({
    overview: 110,
    campaigns: 110,
    campaign: 114,
    transactions: 110,
  }).map(([screen, budgetKb]) => ({
    name: `Dashboard: ${screen}`,
    script: 'app' as const,
    sources: [layout, `web/screens/dashboard/${screen}.tsx`],
    budgetKb,
  })),
  // The browser loads the data of screens with forms, so it needs their loaders at first.
  ...Object.entries({
    'create-campaign': 135,
    donate: 121,
    settings: 131,
    profile: 121,
    reviews: 134,
  }).map(([screen, budgetKb]) => ({
    name: `Dashboard: ${screen}`,
    script: 'app' as const,
    sources: [layout, `web/screens/dashboard/${screen}`].flatMap((file) => [
      file.replace(/(\.tsx)?$/, '.tsx'),
      file.replace(/(\.tsx)?$/, '.data.ts'),
    ]),
    budgetKb,
  })),
]

const root = 'dist/client'
const measure = (file: string) => brotliCompressSync(readFileSync(root + file)).length

let failures = 0
for (const language of languageCodes) {
  const manifest = readManifest(root, language)
  console.log(languages[language])
  for (const { name, script, sources, budgetKb } of pages) {
    const modules = manifest.listModules(script, sources)
    const size =
      [manifest.starter, ...modules].reduce((sum, file) => sum + measure(file), 0) / 1_000
    if (size > budgetKb) failures += 1
    const verdict = size > budgetKb ? 'TOO LARGE' : 'ok'
    console.log(`${name.padEnd(28)} ${size.toFixed(1).padStart(6)} kB of ${budgetKb}  ${verdict}`)
  }
  const styles = manifest.styles.reduce((sum, file) => sum + measure(file), 0) / 1_000
  console.log(`${'Styles, after the paint'.padEnd(28)} ${styles.toFixed(1).padStart(6)} kB\n`)
}
process.exitCode = failures > 0 ? 1 : 0
