import * as z from 'zod/mini'

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
  { shapes, behaviour }: Faults,
): ShapedFields & Data {
  const changed: ShapedFields = { ...data }
  if (shapes.metadata !== undefined) changed.metadata = shapes.metadata
  if (shapes.isFeePassedOn) {
    changed.amount += data.fees ?? 0
    changed.fees_split = addFee(data.fees_split, data.fees ?? 0)
  }
  if (shapes.isSubAccountMissing) {
    changed.subaccount = {}
    changed.fees_split = null
  }
  if (behaviour.feesSplit === 'null') changed.fees_split = null
  else if (behaviour.feesSplit === 'text' && changed.fees_split !== null)
    changed.fees_split = JSON.stringify(changed.fees_split)
  if (shapes.currency !== undefined) changed.currency = shapes.currency
  return { ...data, ...changed }
}

const splitSchema = z.looseObject({ subaccount: z.number() })

/** The bearer of the fee keeps what the donor paid for it. */
function addFee(split: unknown, fee: number): unknown {
  const { data } = z.safeParse(splitSchema, split)
  return data ? { ...data, subaccount: data.subaccount + fee } : split
}
