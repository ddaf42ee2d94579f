import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { manifestOf } from '#server/pages/manifest.ts'

/** What a browser loads first for a page, in kB (1,000 bytes) of gzip. Fails above the budget. */
const pages = [
  { name: 'Landing page', sources: ['web/screens/landing.tsx'], most: 100 },
  { name: 'Campaign page', sources: ['web/screens/public-campaign.tsx'], most: 100 },
  { name: 'Guest donation', sources: ['web/screens/public-donate.tsx'], most: 110 },
  { name: 'Receipt', sources: ['web/screens/receipt.tsx'], most: 110 },
  { name: 'Login', sources: ['web/screens/login.tsx'], most: 110 },
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
    sources: ['web/app/layouts/dashboard-layout.tsx', `web/screens/dashboard/${screen}.tsx`],
    most: 170,
  })),
]

const root = 'dist/client'
const manifest = manifestOf(JSON.parse(readFileSync(`${root}/.vite/manifest.json`, 'utf8')))
const zipped = (file: string) => gzipSync(readFileSync(root + file), { level: 9 }).length
const styles = manifest.styles.reduce((sum, file) => sum + zipped(file), 0)

let tooLarge = 0
for (const { name, sources, most } of pages) {
  const modules = manifest.modulesOf(sources)
  const size = [manifest.starter, ...modules].reduce((sum, file) => sum + zipped(file), 0) / 1_000
  if (size > most) tooLarge += 1
  const verdict = size > most ? 'TOO LARGE' : 'ok'
  console.log(`${name.padEnd(28)} ${size.toFixed(1).padStart(6)} kB of ${most}  ${verdict}`)
}
console.log(`${'Styles, on every page'.padEnd(28)} ${(styles / 1_000).toFixed(1).padStart(6)} kB`)
process.exitCode = tooLarge > 0 ? 1 : 0
