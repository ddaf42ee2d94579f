import * as z from 'zod/mini'

import { paymentModes } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'

import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import { donorLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import { settlementJoin } from './donation-payouts.ts'
import { payoutMail } from './payout-mail.ts'

const payoutNoticeTask = 'mail-payout-notices'
const batchSize = 200

const payloadSchema = z.object({ mode: z.enum(paymentModes), settlementId: z.int() })
type Payload = z.output<typeof payloadSchema>

/** Enqueued with what a successful settlement books. */
export const payoutNoticeJob = ({ mode, settlementId }: Payload) => ({
  task: payoutNoticeTask,
  payload: { mode, settlementId },
  key: `${payoutNoticeTask} ${mode} ${settlementId}`,
})

type Deps = LedgerDeps & Pick<PaymentDeps, 'sealing' | 'publicUrl'> & { outbox: Outbox }

/** Mails each donor once when, and to which account, the donation was paid out. */
export function payoutNotices(deps: Deps): Task {
  return {
    name: payoutNoticeTask,
    lane: 'maintenance',
    run: (payload) => sendNotices(deps, z.parse(payloadSchema, payload)),
  }
}

const noticeRow = z.object({
  id: z.string(),
  emailSealed: z.instanceof(Buffer),
  amount: koboSchema,
  title: z.string(),
  accessCode: z.string(),
  language: languageSchema,
  at: z.nullable(z.date()),
  last4: z.nullable(z.string()),
})

async function sendNotices(deps: Deps, settlement: Payload): Promise<void> {
  const { database, outbox, sealing, publicUrl } = deps
  await database.transaction(async (queries) => {
    const rows = await queries.rows(noticeRow, claimUnmailed(deps, settlement))
    for (const { id, emailSealed, accessCode, language, ...payout } of rows) {
      const to = sealing.open('donor-email', emailSealed)
      // The address is empty once the donor's data has been erased.
      if (to === '') continue
      const url = new URL(`/donations/${accessCode}`, publicUrl).href
      await outbox.enqueue(queries, payoutMail(to, language, { ...payout, url }), `payout ${id}`)
    }
    if (rows.length === batchSize) await enqueueJob(queries, payoutNoticeJob(settlement))
  })
}

/** Donations that are still paid out, and of which something is left with the organiser. The rows of `payout_notice` claim them. */
const claimUnmailed = ({ now }: Deps, { mode, settlementId }: Payload) => sql`
  with claimed as (
    insert into payout_notice (campaign_id, donation_id, at)
    select line.campaign_id, line.donation_id, ${now()}::timestamptz
    from settlement_line line
    join settlement paid using (mode, settlement_id)
    where line.mode = ${mode} and line.settlement_id = ${settlementId}
      and paid.status = 'success' and paid.sub_account_code is not null
      and not exists (
        select from payout_notice sent where sent.campaign_id = line.campaign_id and sent.donation_id = line.donation_id)
      and (select sum(raised_kobo) from ledger_entry entry
        where entry.campaign_id = line.campaign_id and entry.donation_id = line.donation_id) > 0
    order by line.campaign_id, line.donation_id limit ${batchSize}
    on conflict do nothing
    returning campaign_id, donation_id)
  select donation.id, donation.donor_email_sealed as "emailSealed",
    (select sum(raised_kobo)::bigint from ledger_entry entry
      where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) as amount,
    donation.campaign_title as title, donation.access_code as "accessCode", ${donorLanguage} as language,
    settlement.settled_at as at,
    (select last4 from bank_account_use used where used.sub_account_code = settlement.sub_account_code) as last4
  from claimed
  join donation on donation.campaign_id = claimed.campaign_id and donation.id = claimed.donation_id
  ${settlementJoin}`
