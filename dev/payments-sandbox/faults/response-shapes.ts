import type { Faults } from './faults.ts'

type ShapedFields = {
  amount: number
  fees: number | null
  fees_split: unknown
  currency: string
  metadata: unknown
  subaccount: unknown
}

/** Applies the shape faults: variants that real responses of the provider have been seen in. */
export function applyShapeFaults<Data extends ShapedFields>(
  data: Data,
  { shapes }: Faults,
): ShapedFields & Data {
  const changed: ShapedFields = { ...data }
  if (shapes.metadata !== undefined) changed.metadata = shapes.metadata
  if (shapes.isFeePassedOn) changed.amount += data.fees ?? 0
  if (shapes.isSubAccountMissing) {
    changed.subaccount = {}
    changed.fees_split = null
  }
  if (shapes.currency !== undefined) changed.currency = shapes.currency
  return { ...data, ...changed }
}
