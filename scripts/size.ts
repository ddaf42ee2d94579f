import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { languageCodes, languages } from '#shared/language.ts'
import type { PageScript } from '#shared/page.ts'
import { readManifest } from '#server/pages/manifest.ts'

type Page = { name: string; script: PageScript; sources: string[]; budgetKb: number }

/** Budgets for what a browser loads first for a page, in kB (1,000 bytes) of gzip. */
const pages: Page[] = [
  {
    name: 'Landing page',
    script: 'visit',
    sources: ['web/screens/public/landing.tsx'],
    budgetKb: 95,
  },
  {
    name: 'Public campaign list',
    script: 'visit',
    sources: ['web/screens/public/campaigns.tsx'],
    budgetKb: 95,
  },
  {
    name: 'Campaign page',
    script: 'visit',
    sources: ['web/screens/public/campaign.tsx'],
    budgetKb: 103.9,
  },
  {
    name: 'Guest donation',
    script: 'visit',
    sources: ['web/screens/public/donate.tsx'],
    budgetKb: 102,
  },
  { name: 'Receipt', script: 'visit', sources: ['web/screens/public/donation.tsx'], budgetKb: 102 },
  { name: 'Terms', script: 'visit', sources: ['web/screens/public/terms.tsx'], budgetKb: 89 },
  { name: 'Login', script: 'app', sources: ['web/screens/account/login.tsx'], budgetKb: 148 },
  ...Object.entries({
    overview: 164.6,
    campaigns: 156.5,
    'create-campaign': 173.1,
    campaign: 173.7,
    donate: 159.6,
    transactions: 163.7,
    settings: 169.5,
    profile: 158.8,
    reviews: 176.2,
  }).map(([screen, budgetKb]) => ({
    name: `Dashboard: ${screen}`,
    script: 'app' as const,
    sources: ['web/layouts/dashboard/dashboard-layout.tsx', `web/screens/dashboard/${screen}.tsx`],
    budgetKb,
  })),
]

const root = 'dist/client'
const gzipSize = (file: string) => gzipSync(readFileSync(root + file), { level: 9 }).length

let failures = 0
for (const language of languageCodes) {
  const manifest = readManifest(root, language)
  console.log(languages[language])
  for (const { name, script, sources, budgetKb } of pages) {
    const modules = manifest.listModules(script, sources)
    const size =
      [manifest.starter, ...modules].reduce((sum, file) => sum + gzipSize(file), 0) / 1_000
    if (size > budgetKb) failures += 1
    const verdict = size > budgetKb ? 'TOO LARGE' : 'ok'
    console.log(`${name.padEnd(28)} ${size.toFixed(1).padStart(6)} kB of ${budgetKb}  ${verdict}`)
  }
  const styles = manifest.styles.reduce((sum, file) => sum + gzipSize(file), 0) / 1_000
  console.log(`${'Styles, on every page'.padEnd(28)} ${styles.toFixed(1).padStart(6)} kB\n`)
}
process.exitCode = failures > 0 ? 1 : 0
