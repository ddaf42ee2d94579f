import { lazy, Suspense, type ComponentType } from 'react'

import { showSumsBy, SiteProvider } from './api/site.tsx'
import { hydrate } from './app/hydrate.tsx'
import { readPageData } from './app/page-data.ts'
import { VisitorPage } from './app/visitor-page.tsx'
import { watchPerson } from './app/watch-person.ts'

/** Components of the public screens by source file. Loaders and actions stay out of this bundle. */
export const screens = import.meta.glob<ComponentType>(
  ['/web/pages/public/*.tsx', '!**/*.test.tsx'],
  { import: 'Component' },
)

// Hydrates public pages. Links load documents, so this bundle needs neither the client router nor loaders.
const { site, hydration } = readPageData()
const root = document.getElementById('root')
const loadErrorScreen = async () => ({
  default: (await import('./app/error-screen.tsx')).ErrorScreen,
})
/** The first render of a page with an error needs its screen. Others load it afterwards, for an error of their own. */
const ErrorScreen = hydration?.errors ? (await loadErrorScreen()).default : lazy(loadErrorScreen)
const errorElement = hydration?.errors ? (
  <ErrorScreen />
) : (
  <Suspense>
    <ErrorScreen />
  </Suspense>
)
// Without it the page is complete in naira.
if (site?.abroad)
  await import('./pages/parts/donation/abroad-sums.tsx').then(
    ({ AbroadSums }) => showSumsBy(AbroadSums),
    () => undefined,
  )
const Screen = await screens[`/${hydration?.matches.at(-1)?.id}`]?.()
if (root && hydration && Screen)
  hydrate(
    root,
    <SiteProvider site={site}>
      <VisitorPage hydration={hydration} Screen={Screen} errorElement={errorElement} />
    </SiteProvider>,
  )

if (hydration) watchPerson(hydration)

// After hydration, because a login that is opened earlier reads the page from the Referer. Without a connection a page is complete without them.
if (hydration && !hydration.errors) {
  const ignore = () => undefined
  void import('./navigation/record-visit.ts').then(
    ({ recordVisit }) => recordVisit(location),
    ignore,
  )
  void loadErrorScreen().catch(ignore)
  void import('./pages/parts/donation/offline.tsx').then(({ openOffline }) => openOffline(), ignore)
  void import('./pages/parts/campaign-list/suggest-campaigns.ts').then(
    ({ suggestCampaigns }) => suggestCampaigns(),
    ignore,
  )
}
