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
    budgetKb: 104,
  },
  {
    name: 'Guest donation',
    script: 'visit',
    sources: ['web/screens/public/donate.tsx'],
    budgetKb: 102,
  },
  {
    name: 'Receipt',
    script: 'visit',
    sources: ['web/screens/public/donation.tsx'],
    budgetKb: 102.1,
  },
  { name: 'Terms', script: 'visit', sources: ['web/screens/public/terms.tsx'], budgetKb: 100 },
  { name: 'Login', script: 'app', sources: ['web/screens/account/login.tsx'], budgetKb: 148 },
  ...[
    'overview',
    'campaigns',
    'create-campaign',
    'campaign',
    'donate',
    'transactions',
    'settings',
    'profile',
    'reviews',
  ].map((screen) => ({
    name: `Dashboard: ${screen}`,
    script: 'app' as const,
    sources: ['web/layouts/dashboard/dashboard-layout.tsx', `web/screens/dashboard/${screen}.tsx`],
    budgetKb: 177.5,
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
  console.log(`${'Styles, after the paint'.padEnd(28)} ${styles.toFixed(1).padStart(6)} kB\n`)
}
process.exitCode = failures > 0 ? 1 : 0
