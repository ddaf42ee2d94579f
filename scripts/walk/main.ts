import { chromium } from '@playwright/test'

import { findChromium } from '../chromium.ts'
import { walkCampaign } from './campaign.ts'
import { walkCatalogue } from './catalogue.ts'
import { walkDashboard } from './dashboard.ts'
import { walkLogin } from './login.ts'
import { walkPublicPages } from './public-pages.ts'
import { startServer } from './server.ts'
import { walkOwnPages } from './settings.ts'
import { walkSignUp } from './sign-up.ts'
import { walkSteps } from './steps.ts'
import { walkTransactions } from './transactions.ts'
import { openWalk } from './walk.ts'
import { walkWizard } from './wizard.ts'

/**
 * Walks through the specification by its labels in a browser, without code of the product or of its tests: `npm run walk`. Prints every
 * check and fails if one does.
 */
const server = await startServer(Number(process.env.PORT ?? 4_700))
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const walk = openWalk(browser, server)
try {
  await walkPublicPages(walk)
  const person = await walkSignUp(walk)
  await walkLogin(walk, person)
  await walkDashboard(walk, person)
  await walkOwnPages(walk, person)
  await walkCampaign(walk)
  await walkTransactions(walk)
  await walkWizard(walk, person)
  await walkCatalogue(walk)
  await walkSteps(walk)
} finally {
  await browser.close()
  await server.stop()
}
console.log(`\n${walk.counts.checks} checks, ${walk.counts.failures} failures`)
process.exitCode = walk.counts.failures > 0 ? 1 : 0
