import type { RefundProblem } from '#shared/refund.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { PaymentDeps } from '../ledger/provider-report.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import type { Log } from '../../platform/runtime/log.ts'
import type { RefundPace } from './refund-pace.ts'
import type { RefundRow } from './refund-rows.ts'

/**
 * The reason why a refund may not be sent now, such as a cap on exposure. Undefined if it may. `isSent`: the transaction also stores that
 * it is sent.
 */
export type CanSend = (
  queries: Queries,
  refund: Pick<RefundRow, 'campaignId' | 'donationId' | 'amount' | 'mode'> & { isSent: boolean },
) => Promise<RefundProblem | undefined>

export type RefundSettings = Config['refunds']

export type RefundDeps = PaymentDeps &
  Pick<Foundation, 'outbox' | 'adminEmail'> & {
    content: Pick<ContentStore, 'findUserByUid'>
    log: Pick<Log, 'info' | 'warn' | 'error'>
    pace: RefundPace
    settings: RefundSettings
    canSend?: CanSend | undefined
    /** Whether another person who looks after the money of the campaign must confirm a large refund. */
    isGuarded?: ((queries: Queries, campaignId: string) => Promise<boolean>) | undefined
    /** What is held of the campaign and covers a refund, from either account that the provider debits. */
    getCover?: ((queries: Queries, campaignId: string) => Promise<number>) | undefined
    /** The person who requested the refund waits for the answer, and learns from it what is given up. */
    isAwaited?: true
  }
