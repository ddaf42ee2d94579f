import type { Faults } from './faults.ts'

type Shown = {
  amount: number
  fees: number | null
  fees_split: unknown
  currency: string
  metadata: unknown
  subaccount: unknown
}

/** Bends a transaction into the shapes that have been seen in the wild, if somebody asked for them. */
export function shaped<Data extends Shown>(data: Data, { shapes }: Faults): Shown & Data {
  const bent: Shown = { ...data }
  if (shapes.metadata !== undefined) bent.metadata = shapes.metadata
  if (shapes.isFeePassedOn) bent.amount += data.fees ?? 0
  if (shapes.isSubAccountMissing) {
    bent.subaccount = {}
    bent.fees_split = null
  }
  if (shapes.currency !== undefined) bent.currency = shapes.currency
  return { ...data, ...bent }
}
