import type { ComponentType } from 'react'

import type { Abroad as View } from '#shared/abroad.ts'
import type { Kobo } from '#shared/money.ts'

import { useSite } from '../api/site.tsx'

export type AbroadProps = {
  /** Null while it is not known. */
  amount?: Kobo | null
  goal?: Kobo
  /** The choice of a currency, which is a form of its own. */
  hasChoice?: boolean
}

type Sums = ComponentType<AbroadProps & { view: View }>
let Part: Sums | undefined

/** Called by the module of the sums, which only pages for readers abroad load, before they are hydrated. */
export const showSumsBy = (sums: Sums) => {
  Part = sums
}

/** About how much a sum is in the currency of a reader abroad. Nothing for everybody else. */
export function Abroad(props: AbroadProps) {
  const { abroad } = useSite()
  return abroad && Part ? <Part {...props} view={abroad} /> : null
}
