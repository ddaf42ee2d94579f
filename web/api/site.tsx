import { createContext, use, type ReactNode } from 'react'

import type { Site } from '#shared/page.ts'

const SiteContext = createContext<Site | null>(null)

export function useSite(): Site {
  const site = use(SiteContext)
  if (site === null) throw new Error('useSite outside of SiteProvider')
  return site
}

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}
