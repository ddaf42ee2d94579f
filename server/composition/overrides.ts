import type { Database } from '../platform/database/database.ts'
import type { MailTransport } from '../platform/mail/smtp.ts'
import type { Pages } from '../platform/pages/pages.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Task } from '../platform/queue/queue.ts'
import type { Log } from '../platform/runtime/log.ts'
import type { Identity } from '../providers/identity/identity.ts'
import type { Stores } from './content-adapters.ts'

/** What tests, sample data and benches replace. Everything that is missing here is opened as the settings say. */
export interface Overrides {
  log?: Log
  /** The process cannot go on without its database. */
  onFatal?: (error: Error) => void
  now?: () => Date
  /** Time for undoing a reviewer's decision. With 0 it takes effect in the request. */
  decisionDelayMs?: number
  /** A migrated database that the caller closes. The caller also runs the jobs: no queue is started. */
  database?: Database
  identity?: Identity & { tasks: Task[] }
  /** Campaigns, profiles and images. */
  stores?: Stores
  payments?: Payments
  mailTransport?: MailTransport
  /** `false` serves the API alone, for which no build is needed. */
  pages?: Pages | false
  /** `false` records donations and decisions without sending mails or issuing receipts. */
  notifies?: boolean
}
