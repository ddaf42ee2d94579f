import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'
import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { openArchive } from '#server/transparency/publish.ts'
import { parseVerifierKey } from '#shared/transparency/note.ts'
import type { Kobo } from '#shared/money.ts'
import type { donationBy } from '#test/support/money/ledger.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'

type Change = Parameters<typeof donationBy>[1]
type Options = { database: Database; owner: Database; env?: Record<string, string> }

/** The app with a transparency log that tests advance by hand, and an archive of its own. */
export async function openLogApp({ database, owner, env }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-log-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const app = await openMoneyApp({ database, owner, env: { LOG_ARCHIVE: folder, ...env } })
  /** Donations are started one after the other, because the provider is asked for the last one. */
  const start = async (email: string, change: Change = {}) => {
    const reference = await app.start(email, change)
    app.provider.pay(reference)
    return reference
  }
  const report = (reference: string) => app.donations.verifyPayment(reference, 'webhook')
  return {
    ...app,
    folder: join(folder, app.payments.mode),
    archive: openArchive(join(folder, app.payments.mode)),
    /** Another process with the same archive. */
    openAnotherProcess: (given: Record<string, string> = {}) =>
      app.openAnother({ env: { LOG_ARCHIVE: folder, ...env, ...given } }),
    start,
    report,
    async donate(email: string, change: Change = {}) {
      const reference = await start(email, change)
      await report(reference)
      return reference
    },
    async refund(reference: string, amount?: Kobo) {
      app.provider.addRefund(reference, { status: 'processed', ...(amount && { amount }) })
      await app.ledger.reconcileReversals()
    },
    async readLogKey() {
      const row = await database.row(
        z.object({ key: z.string() }),
        sql`select verifier_key as key from log_key order by first_used_at desc limit 1`,
      )
      return parseVerifierKey(row?.key ?? '')
    },
  }
}
