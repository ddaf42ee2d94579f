import * as z from 'zod/mini'

import type { Language } from '#shared/language.ts'
import { kobo } from '#shared/money.ts'
import { terms, toTermMs } from '#shared/terms.ts'
import type { TransferClaim } from '#shared/transfer-claim.ts'

import { sql } from '../../../platform/database/sql.ts'
import { changeDonor } from '../../ledger/change-donor.ts'
import type { PaymentDeps } from '../../ledger/entries/ledger-deps.ts'
import type { Outbox } from '../../../platform/mail/mail.ts'
import { mailToken } from '../../../platform/mail/mail-token.ts'
import { languageSchema } from '../../../platform/mail/reader-language.ts'
import { transferClaimMail } from '../../../platform/mail/transfer-claim-mail.ts'
import { enqueueJob, type Task } from '../../../platform/queue/queue.ts'

type Deps = Pick<PaymentDeps, 'database' | 'payments' | 'sealing' | 'now' | 'publicUrl'> & {
  outbox: Outbox
}

export type TransferClaims = ReturnType<typeof openTransferClaims>

const mailTask = 'mail-transfer-claim'
const payloadSchema = z.object({
  campaignId: z.string(),
  amount: z.int(),
  digits: z.string(),
  email: z.string(),
  language: languageSchema,
})
type Payload = z.output<typeof payloadSchema>

const linkSchema = z.object({
  campaignId: z.string(),
  donationId: z.uuid(),
  email: z.string(),
  language: languageSchema,
  expiresAt: z.int(),
})
/** Only the mailbox of the address knows the link. */
type ClaimLink = z.output<typeof linkSchema>

const claimToken = mailToken('transfer-claim', linkSchema)

export function createClaimUrl(
  { sealing, publicUrl, now }: Pick<Deps, 'sealing' | 'publicUrl' | 'now'>,
  link: Omit<ClaimLink, 'expiresAt'>,
): string {
  const expiresAt = now().getTime() + toTermMs(terms.guestLink)
  const token = claimToken.create(sealing, { ...link, expiresAt })
  return new URL(`/claim-transfer/${token}`, publicUrl).href
}

/** Lets the sender of a transfer get its receipt: who knows the amount and the sender's account proves a mailbox. */
export function openTransferClaims(deps: Deps) {
  const { database, sealing, now } = deps
  return {
    /** A job looks for the transfer, so that the request takes the same time and answers the same, found or not. */
    async requestClaim(campaignId: string, form: TransferClaim, language: Language): Promise<void> {
      const { amount, digits, email } = form
      const payload: Payload = { campaignId, amount, digits, email, language }
      await enqueueJob(database, { task: mailTask, payload, attempts: 5 })
    },

    findLink: async (token: string): Promise<ClaimLink | undefined> => {
      const link = claimToken.open(sealing, token)
      return link && link.expiresAt > now().getTime() ? link : undefined
    },

    claim: (link: ClaimLink) => claim(deps, link),

    task: {
      name: mailTask,
      lane: 'mail',
      run: async (payload) => sendLink(deps, z.parse(payloadSchema, payload)),
    } satisfies Task,
  }
}

const unclaimedSchema = z.object({ donationId: z.string(), title: z.string() })

async function sendLink(deps: Deps, { campaignId, amount, digits, email, language }: Payload) {
  const { database, payments } = deps
  const found = await database.row(
    unclaimedSchema,
    sql`select donation.id as "donationId", donation.campaign_title as title
        from received_transfer transfer
        join donation on donation.campaign_id = transfer.campaign_id and donation.id = transfer.donation_id
        where transfer.campaign_id = ${campaignId} and transfer.sender_digits = ${digits} and transfer.claimed_at is null
          and transfer.mode = ${payments.mode} and donation.state = 'paid' and donation.amount_kobo = ${amount}
        order by transfer.received_at limit 1`,
  )
  if (!found) return
  const { donationId, title } = found
  const url = createClaimUrl(deps, { campaignId, donationId, email, language })
  const mail = transferClaimMail(email, language, { title, amount: kobo(amount), url })
  await database.transaction((queries) => deps.outbox.enqueue(queries, mail))
}

const accessSchema = z.object({ accessCode: z.string(), isClaimed: z.boolean() })

/** The donation gets the address. Undefined if another address has claimed it. Answers the code of the donation's page. */
function claim(
  { database, sealing, now }: Deps,
  { campaignId, donationId, email, language }: ClaimLink,
): Promise<string | undefined> {
  const donorKey = sealing.fingerprint('donor', email.toLowerCase())
  return database.transaction(async (queries) => {
    const donation = await queries.row(
      accessSchema,
      sql`select access_code as "accessCode", claimed_at is not null as "isClaimed"
          from donation join received_transfer transfer
            on transfer.campaign_id = donation.campaign_id and transfer.donation_id = donation.id
          where donation.campaign_id = ${campaignId} and donation.id = ${donationId} for update`,
    )
    if (!donation || donation.isClaimed) return undefined
    await changeDonor(queries, { campaignId, id: donationId }, donorKey)
    await queries.run(sql`
      update donation set donor_email_sealed = ${sealing.seal('donor-email', email)}, language = ${language}
      where campaign_id = ${campaignId} and id = ${donationId}`)
    await queries.run(sql`
      update received_transfer set claimed_at = ${now()}, sender_digits = ''
      where campaign_id = ${campaignId} and donation_id = ${donationId}`)
    return donation.accessCode
  })
}
