import { createContext, use, type ComponentType, type ReactNode } from 'react'

import type { Abroad as View } from '#shared/abroad.ts'
import type { Kobo } from '#shared/money.ts'
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

export type AbroadProps = {
  /** Null while it is not known. */
  amount?: Kobo | null
  goal?: Kobo
  /** The choice of a currency, which is a form of its own. */
  hasChoice?: boolean
}

type Sums = ComponentType<AbroadProps & { view: View }>
let Part: Sums | undefined

/** Only public pages for readers abroad load the sums, before they are hydrated. */
export const showSumsBy = (sums: Sums) => {
  Part = sums
}

/** About how much a sum is in the currency of a reader abroad. Nothing for everybody else. */
export function Abroad(props: AbroadProps) {
  const { abroad } = useSite()
  return abroad && Part ? <Part {...props} view={abroad} /> : null
}
