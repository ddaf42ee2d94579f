import * as z from 'zod/mini'

import { koboSchema } from '#shared/money.ts'

import { sql } from '../database/sql.ts'
import type { Task } from '../queue/queue.ts'
import type { Books, LedgerParts } from '../ledger/ledger-deps.ts'
import { returnedMail } from './refund-mail.ts'
import type { Outbox } from '../mail/mail.ts'
import { returnNoticeTask } from '../ledger/returns/return-notice-job.ts'

type Parts = Books & Pick<LedgerParts, 'sealing' | 'publicUrl'> & { outbox: Outbox }

/** By then everybody has seen it on their account; and so long the outbox knows what it sent. */
const newsMs = 7 * 24 * 3_600_000

const placeSchema = z.object({ campaignId: z.string(), id: z.string() })
type Place = z.output<typeof placeSchema>

const returnedSchema = z.object({
  key: z.string(),
  kind: z.enum(['refund', 'chargeback', 'reversal']),
  amount: koboSchema,
  emailSealed: z.instanceof(Buffer),
  title: z.string(),
  receipt: z.string(),
})

/**
 * Tells donors of money that went back without anybody having asked Ajo for it: sent on the provider's own pages, lost to a bank, or
 * reversed. What was asked for here has its mail already, with its reason.
 */
export function returnNotices(parts: Parts): Task {
  return { name: returnNoticeTask, run: (payload) => tell(parts, z.parse(placeSchema, payload)) }
}

async function tell(parts: Parts, place: Place): Promise<void> {
  const { database, outbox, sealing, publicUrl } = parts
  for (const { key, emailSealed, receipt, ...returned } of await listUnannounced(parts, place)) {
    const to = sealing.open('donor-email', emailSealed)
    const url = new URL(`/donations/${receipt}`, publicUrl).href
    const mail = returnedMail(to, { ...returned, url })
    await database.transaction((queries) => outbox.enqueue(queries, mail, `returned ${key}`))
  }
}

function listUnannounced({ database, mode, now }: Parts, { campaignId, id }: Place) {
  return database.rows(
    returnedSchema,
    sql`select entry.campaign_id || ' ' || entry.effect_key as key, entry.kind, entry.donor_kobo as amount,
          donation.donor_email_sealed as "emailSealed", donation.campaign_title as title, donation.receipt
        from ledger_entry entry
        join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id
        where entry.campaign_id = ${campaignId} and entry.donation_id = ${id} and entry.mode = ${mode}
          and entry.kind in ('refund', 'chargeback', 'reversal') and entry.donor_kobo > 0
          and entry.at > ${new Date(now().getTime() - newsMs)}
          and not exists (
            select from refund_request asked
            where asked.campaign_id = entry.campaign_id and asked.donation_id = entry.donation_id
              and (entry.return_key = 'refund:' || asked.mode || ':' || asked.refund_id
                or (asked.state = 'waiting' and asked.amount_kobo = entry.donor_kobo)))`,
  )
}
