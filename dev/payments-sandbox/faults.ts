import * as z from 'zod/mini'

const count = z.int().check(z.gte(0), z.lte(1_000))
const ms = z.int().check(z.gte(0), z.lte(600_000))

const faultsSchema = z.object({
  webhook: z._default(
    z.object({
      /** Never sent, nor tried again. */
      isDropped: z._default(z.boolean(), false),
      /** How many more times each is sent than it should. */
      duplicates: z._default(count, 0),
      delayMs: z._default(ms, 0),
      /** The newest first, one after the other. */
      isReordered: z._default(z.boolean(), false),
      /** Signed with a key that is not the merchant's. */
      isForged: z._default(z.boolean(), false),
    }),
    () => ({ isDropped: false, duplicates: 0, delayMs: 0, isReordered: false, isForged: false }),
  ),
  api: z._default(
    z.array(
      z.object({
        /** Calls whose path begins so, under /sandbox/api. */
        path: z._default(z.string(), '/'),
        method: z.optional(z.enum(['GET', 'POST', 'PUT'])),
        /** How many calls; all until it is taken back, if left out. */
        times: z.optional(count),
        latencyMs: z._default(ms, 0),
        /** Answered in place of the real answer, before or after the effect. */
        status: z.optional(z.literal([429, 500])),
        /** No answer at all. */
        isSilent: z._default(z.boolean(), false),
        isAfterEffect: z._default(z.boolean(), false),
      }),
    ),
    () => [],
  ),
  shapes: z._default(
    z.object({
      metadata: z.optional(z.union([z.literal(''), z.literal(0), z.null(), z.string()])),
      isRefundAmountText: z._default(z.boolean(), false),
      isPerPageText: z._default(z.boolean(), false),
      /** Something new comes in after every page of payments. */
      isPageShifting: z._default(z.boolean(), false),
      /** The donor paid the fee on top. */
      isFeePassedOn: z._default(z.boolean(), false),
      isSubAccountMissing: z._default(z.boolean(), false),
      currency: z.optional(z.string().check(z.length(3))),
      /** All payments of an hour were created at once. */
      isCreatedAtEqual: z._default(z.boolean(), false),
      /** A lost dispute is paid back by a refund that names it. */
      isDisputeRefunded: z._default(z.boolean(), false),
    }),
    () => ({
      isRefundAmountText: false,
      isPerPageText: false,
      isPageShifting: false,
      isFeePassedOn: false,
      isSubAccountMissing: false,
      isCreatedAtEqual: false,
      isDisputeRefunded: false,
    }),
  ),
})

/** What goes wrong on purpose, and how. Nothing, unless somebody says so. */
export type Faults = z.output<typeof faultsSchema>
export type FaultsGiven = z.input<typeof faultsSchema>
export type ApiFault = Faults['api'][number]

/** What can be changed while the sandbox runs. */
export function faultBox(given: unknown = {}) {
  let faults = z.parse(faultsSchema, given)
  return {
    current: () => faults,
    /** In place of all that was set before. */
    set: (next: FaultsGiven) => void (faults = z.parse(faultsSchema, next)),
    setUnknown: (next: unknown) => void (faults = z.parse(faultsSchema, next)),
    clear: () => void (faults = z.parse(faultsSchema, {})),
  }
}
