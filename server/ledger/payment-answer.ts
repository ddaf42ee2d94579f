import type { ProviderPayment } from '../providers/payments/payments.ts'

/** `askedAt` is when the provider was asked, not when it answered: of two answers the one asked for later is the newer. */
export type PaymentAnswer = { payment: ProviderPayment; source: PaymentSource; askedAt: Date }

/** Who brought the provider's answer. */
export type PaymentSource = 'webhook' | 'return' | 'check' | 'sweep'

/** counted: just now. settled: counted before. open: no money yet. unknown: not a payment that we started. */
export type PaymentOutcome = 'counted' | 'settled' | 'open' | 'quarantined' | 'unknown'
