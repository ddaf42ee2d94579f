import * as z from 'zod/mini'

import { behaviourSchema } from './behaviour.ts'

const count = z.int().check(z.gte(0), z.lte(1_000))
const ms = z.int().check(z.gte(0), z.lte(600_000))

const rateLimitSchema = z.object({
  perSecond: count,
  /** Without it, all methods. */
  methods: z.optional(z.array(z.enum(['GET', 'POST', 'PUT']))),
  /** The call has its effect although the response refuses it. */
  isAfterEffect: z._default(z.boolean(), false),
  hasHeaders: z._default(z.boolean(), true),
  isHtml: z._default(z.boolean(), false),
})

const faultsSchema = z.object({
  behaviour: z.prefault(behaviourSchema, {}),
  rateLimit: z.optional(rateLimitSchema),
  webhook: z.prefault(
    z.object({
      /** Never sent or retried. */
      isDropped: z._default(z.boolean(), false),
      /** Extra copies of each webhook. */
      duplicates: z._default(count, 0),
      delayMs: z._default(ms, 0),
      /** Newest first, one at a time. */
      isReordered: z._default(z.boolean(), false),
      /** Signed with a wrong key. */
      isForged: z._default(z.boolean(), false),
    }),
    {},
  ),
  api: z._default(
    z.array(
      z.object({
        /** Prefix of the path below /sandbox/api. */
        path: z._default(z.string(), '/'),
        method: z.optional(z.enum(['GET', 'POST', 'PUT', 'DELETE'])),
        /** Number of calls; without it, all calls until the fault is cleared. */
        times: z.optional(count),
        latencyMs: z._default(ms, 0),
        /** Replaces the real response, before or after the effect. */
        status: z.optional(z.literal([429, 500])),
        /** No response at all. */
        isSilent: z._default(z.boolean(), false),
        isAfterEffect: z._default(z.boolean(), false),
      }),
    ),
    () => [],
  ),
  shapes: z.prefault(
    z.object({
      metadata: z.optional(z.union([z.literal(''), z.literal(0), z.null(), z.string()])),
      isRefundAmountText: z._default(z.boolean(), false),
      isPerPageText: z._default(z.boolean(), false),
      /** A new payment is created after every page of payments. */
      isPageShifting: z._default(z.boolean(), false),
      /** The donor paid the fee on top of the amount. */
      isFeePassedOn: z._default(z.boolean(), false),
      isSubAccountMissing: z._default(z.boolean(), false),
      currency: z.optional(z.string().check(z.length(3))),
      /** All payments of an hour have the same creation time. */
      isCreatedAtEqual: z._default(z.boolean(), false),
      /** A lost dispute creates a refund that names the dispute. */
      isDisputeRefunded: z._default(z.boolean(), false),
    }),
    {},
  ),
})

/** Faults that the sandbox injects. Default: none. */
export type Faults = z.output<typeof faultsSchema>
export type FaultSettings = z.input<typeof faultsSchema>
export type RateLimit = z.output<typeof rateLimitSchema>
export type ApiFault = Faults['api'][number]

/** Holds the active faults, which tests change while the sandbox runs. */
export function openFaults(initial: FaultSettings = {}) {
  let faults = z.parse(faultsSchema, initial)
  return {
    current: () => faults,
    /** Replaces all active faults. */
    set: (next: FaultSettings) => void (faults = z.parse(faultsSchema, next)),
    clear: () => void (faults = z.parse(faultsSchema, {})),
  }
}
