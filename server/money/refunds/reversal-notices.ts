import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'

import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import { reversalNoticeTask } from '../ledger/book-reversals.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import { donorLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { reversalMail } from './refund-mail.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'sealing' | 'publicUrl'> & { outbox: Outbox }

/** The outbox remembers sent mails for longer than this, so that no reversal is announced twice. */
const noticePeriodMs = 7 * 24 * 3_600_000

const keySchema = z.object({ campaignId: z.string(), id: z.string() })
type DonationKey = z.output<typeof keySchema>

const reversalSchema = z.object({
  key: z.string(),
  kind: z.enum(['refund', 'chargeback', 'bank_reversal']),
  amount: koboSchema,
  emailSealed: z.instanceof(Buffer),
  title: z.string(),
  accessCode: z.string(),
  language: languageSchema,
})

/**
 * Mails donors about reversals without a request on Ajo: a refund on the provider's dashboard, a lost dispute or a bank
 * reversal. Requested refunds have a mail of their own that states the reason.
 */
export function reversalNotices(deps: Deps): Task {
  return {
    name: reversalNoticeTask,
    lane: 'maintenance',
    run: (payload) => sendNotices(deps, z.parse(keySchema, payload)),
  }
}

async function sendNotices(deps: Deps, donation: DonationKey): Promise<void> {
  const { database, outbox, sealing, publicUrl } = deps
  const reversals = await listUnannounced(deps, donation)
  for (const { key, emailSealed, accessCode, language, ...reversal } of reversals) {
    const to = sealing.open('donor-email', emailSealed)
    const url = new URL(`/donations/${accessCode}`, publicUrl).href
    const mail = reversalMail(to, language, { ...reversal, url })
    await database.transaction((queries) => outbox.enqueue(queries, mail, `reversal ${key}`))
  }
}

/** One that was undone since did not reach the donor. */
function listUnannounced({ database, mode, now }: Deps, { campaignId, id }: DonationKey) {
  return database.rows(
    reversalSchema,
    sql`select entry.campaign_id || ' ' || entry.effect_key as key, entry.kind, entry.donor_kobo as amount,
          donation.donor_email_sealed as "emailSealed", donation.campaign_title as title,
          donation.access_code as "accessCode", ${donorLanguage} as language
        from ledger_entry entry
        join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id
        where entry.campaign_id = ${campaignId} and entry.donation_id = ${id} and entry.mode = ${mode}
          and entry.kind in ('refund', 'chargeback', 'bank_reversal') and entry.donor_kobo > 0
          and entry.booked_at > ${new Date(now().getTime() - noticePeriodMs)}
          and (
            select sum(donor_kobo) from ledger_entry known
            where known.campaign_id = entry.campaign_id and known.donation_id = entry.donation_id
              and known.reversal_key = entry.reversal_key) > 0
          and not exists (
            select from refund
            where refund.campaign_id = entry.campaign_id and refund.donation_id = entry.donation_id
              and (entry.reversal_key = 'refund:' || refund.mode || ':' || refund.refund_id
                or (refund.state in ('requested', 'sent') and refund.attempts > 0 and refund.amount_kobo = entry.donor_kobo)))`,
  )
}
