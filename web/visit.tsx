import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { readPageData } from './app/page-data.ts'
import { VisitorPage, type VisitorScreen } from './app/visitor-page.tsx'
import { SiteProvider } from './site.tsx'

/**
 * Takes over the pages that visitors read. They are documents: a link loads the next one, so they come without the client router
 * and without loaders.
 */
const screens: Record<string, () => Promise<VisitorScreen>> = {
  'web/screens/landing.tsx': () =>
    import('./screens/landing.tsx').then(({ Component }) => ({ Component })),
  'web/screens/public-campaign.tsx': () =>
    import('./screens/public-campaign.tsx').then(({ Component }) => ({ Component })),
  'web/screens/public-donate.tsx': () =>
    import('./screens/public-donate.tsx').then(({ Component }) => ({ Component })),
  'web/screens/public-report.tsx': () =>
    import('./screens/public-report.tsx').then(({ Component }) => ({ Component })),
  'web/screens/receipt.tsx': () =>
    import('./screens/receipt.tsx').then(({ Component }) => ({ Component })),
  'web/screens/verify.tsx': () =>
    import('./screens/verify.tsx').then(({ Component }) => ({ Component })),
  'web/screens/terms.tsx': () =>
    import('./screens/terms.tsx').then(({ Component }) => ({ Component })),
  'web/screens/privacy.tsx': () =>
    import('./screens/privacy.tsx').then(({ Component }) => ({ Component })),
  'web/screens/fees.tsx': () =>
    import('./screens/fees.tsx').then(({ Component }) => ({ Component })),
  'web/screens/help.tsx': () =>
    import('./screens/help.tsx').then(({ Component }) => ({ Component })),
  'web/screens/refunds.tsx': () =>
    import('./screens/refunds.tsx').then(({ Component }) => ({ Component })),
}

const { site, hydration } = readPageData()
const root = document.getElementById('root')
const screen = await screens[hydration?.matches.at(-1)?.id ?? '']?.()
if (root && hydration && screen)
  startTransition(() => {
    hydrateRoot(
      root,
      <SiteProvider site={site}>
        <VisitorPage hydration={hydration} screen={screen} />
      </SiteProvider>,
    )
  })
