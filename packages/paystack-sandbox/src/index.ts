export { createSandbox, type SandboxOptions } from './sandbox.ts'
export {
  openPglite,
  openPostgres,
  schema,
  type Database,
  type Queries,
} from './storage/database.ts'
export { listen } from './listen.ts'
export { sandboxSecretKey } from './state/integration.ts'
export { demonstrationPeriods, publishedPeriods, type Periods } from './lifecycle/periods.ts'
export type { FaultSettings } from './faults/faults.ts'
export type { SentTransfer } from './lifecycle/receive-transfer.ts'
export { deliverDue, signWebhook } from './webhooks/deliveries.ts'
export { calculateFee } from './state/fees.ts'
export { accountHolder } from './state/banks.ts'
export { testCards, type TestCard } from './state/test-cards.ts'
export { charge, dividePayment } from './lifecycle/charge.ts'
export { findByAccessCode, saveTransaction } from './state/transactions.ts'
