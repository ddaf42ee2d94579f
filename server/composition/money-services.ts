import type { PaymentMode } from '#shared/donation.ts'

import type { Database } from '../database/database.ts'
import type { Task } from '../queue/queue.ts'
import { paymentTasks } from '../donations/payment-jobs.ts'
import { openLedger } from '../ledger/ledger.ts'
import { openRefunds } from '../refunds/refunds.ts'
import type { Log } from '../runtime/log.ts'
import type { Outbox } from '../mail/mail.ts'
import { disputeAlarms } from '../refunds/dispute-alarms.ts'
import { openOperator } from '../admin/admin.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Payments } from '../providers/payments/payments.ts'
import { receiptTasks } from '../receipts/mail-receipts.ts'
import { openReceipts } from '../receipts/receipts.ts'
import type { Signing } from '../receipts/signing.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { openMoney } from './money.ts'

type MoneyParts = {
  database: Database
  payments: Payments
  content: ContentStore
  sealing: Sealing
  signing: Signing
  outbox: Outbox
  log: Log
  publicUrl: string
  operatorEmail: string
  now: () => Date
}

/** Everything about money, from the books to the operator's desk, and what the clock does about it. */
export function openMoneyServices({ log, operatorEmail, ...parts }: MoneyParts) {
  const mode: PaymentMode = parts.payments.mode
  const ledger = openLedger(parts)
  const refunds = openRefunds(parts)
  const made = { ...parts, mode, ledger, refunds }
  const receipts = openReceipts(made)
  const money = openMoney(made)
  const operator = openOperator({ ...made, cancellations: money.cancellations })
  const { alarmDisputes, task: alarmTask } = disputeAlarms({ ...made, operatorEmail })
  const moneyTasks: Task[] = [
    ...paymentTasks({ ledger, refunds, log, alarmDisputes }),
    ...receiptTasks(receipts, parts.database),
    ...money.tasks,
    alarmTask,
  ]
  return { ledger, refunds, receipts, money, operator, moneyTasks }
}
