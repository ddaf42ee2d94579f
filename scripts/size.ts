import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

import { languageCodes, languages } from '#shared/language.ts'
import type { PageScript } from '#shared/page.ts'
import { readManifest } from '#server/platform/pages/document.ts'

type Page = { name: string; script: PageScript; sources: string[]; budgetKb: number }

const layout = 'web/layouts/dashboard-layout.tsx'

/** Budgets for what a browser loads first for a page, in kB (1,000 bytes) of Brotli, which our server sends. */
const pages: Page[] = [
  {
    name: 'Landing page',
    script: 'visit',
    sources: ['web/pages/public/landing.tsx'],
    budgetKb: 70,
  },
  {
    name: 'Public campaign list',
    script: 'visit',
    sources: ['web/pages/public/campaigns.tsx'],
    budgetKb: 71.1,
  },
  {
    name: 'Campaign page',
    script: 'visit',
    sources: ['web/pages/public/campaign.tsx'],
    // With the words that load the budget and the expenses, in Pidgin.
    budgetKb: 82.3,
  },
  {
    name: 'Guest donation',
    script: 'visit',
    sources: ['web/pages/public/donate.tsx'],
    // With the choice to give every month, in Pidgin.
    budgetKb: 80.3,
  },
  { name: 'Receipt', script: 'visit', sources: ['web/pages/public/donation.tsx'], budgetKb: 81.3 },
  { name: 'Terms', script: 'visit', sources: ['web/pages/public/terms.tsx'], budgetKb: 65 },
  { name: 'Login', script: 'app', sources: ['web/pages/account/login.tsx'], budgetKb: 91 },
  { name: 'Sign-up', script: 'app', sources: ['web/pages/account/sign-up.tsx'], budgetKb: 91 },
  ...Object.entries({
    overview: 107.1,
    campaigns: 98,
    campaign: 112,
    transactions: 103.2,
    'create-campaign': 114.3,
    'edit-campaign': 114,
    donate: 102,
    settings: 110,
    profile: 97.3,
    questions: 112,
    // With the words of members and of what they ask for.
    reviews: 123,
  }).map(([screen, budgetKb]) => ({
    name: `Dashboard: ${screen}`,
    script: 'app' as const,
    sources: [
      layout,
      screen === 'reviews' ? 'web/pages/staff/reviews.tsx' : `web/pages/dashboard/${screen}.tsx`,
    ],
    budgetKb,
  })),
]

const root = 'dist/client'
const measure = (file: string) => brotliCompressSync(readFileSync(root + file)).length

let failures = 0
for (const language of languageCodes) {
  const manifest = readManifest(root, language)
  process.stdout.write(`${languages[language]}\n`)
  for (const { name, script, sources, budgetKb } of pages) {
    const modules = manifest.listModules(script, sources)
    const size =
      [manifest.starter, ...modules].reduce((sum, file) => sum + measure(file), 0) / 1_000
    if (size > budgetKb) failures += 1
    const verdict = size > budgetKb ? 'TOO LARGE' : 'ok'
    process.stdout.write(
      `${name.padEnd(28)} ${size.toFixed(1).padStart(6)} kB of ${budgetKb}  ${verdict}\n`,
    )
  }
  const styles = manifest.styles.reduce((sum, file) => sum + measure(file), 0) / 1_000
  process.stdout.write(
    `${'Styles, after the paint'.padEnd(28)} ${styles.toFixed(1).padStart(6)} kB\n\n`,
  )
}
process.exitCode = failures > 0 ? 1 : 0
