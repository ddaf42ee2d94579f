import { startTransition, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { SiteProvider } from './api/site.tsx'
import { readPageData } from './app/page-data.ts'
import { VisitorPage } from './app/visitor-page.tsx'

/** Components of the public screens by source file. Loaders and actions stay out of this bundle. */
export const screens = import.meta.glob<ComponentType>(
  ['/web/screens/public/*.tsx', '!**/*.test.tsx'],
  { import: 'Component' },
)

// Hydrates public pages. Links load documents, so this bundle needs neither the client router nor loaders.
const { site, hydration } = readPageData()
const root = document.getElementById('root')
const Screen = await screens[`/${hydration?.matches.at(-1)?.id}`]?.()
if (root && hydration && Screen)
  startTransition(() => {
    hydrateRoot(
      root,
      <SiteProvider site={site}>
        <VisitorPage hydration={hydration} Screen={Screen} />
      </SiteProvider>,
    )
  })
