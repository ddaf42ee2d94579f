import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import type { MailChoice } from '#shared/follower.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Queries } from '../../platform/database/database.ts'
import { sql, asUuid, type Sql } from '../../platform/database/sql.ts'
import { isWaiting } from '../../platform/mail/mail-rows.ts'
import { donorKeySchema, mailToken } from '../../platform/mail/mail-token.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import { insertReport } from '../../staff/moderation/reports.ts'

const addressSchema = z.object({ donorKey: donorKeySchema })
type DonorAddress = z.output<typeof addressSchema>

const addressToken = mailToken('confirm-address', addressSchema)

/** For the link in the receipt's mail: only the owner of the mailbox can know it. */
export function toConfirmationUrl(
  { sealing, publicUrl }: { sealing: Sealing; publicUrl: string },
  donorKey: Buffer,
): string {
  const text = addressToken.create(sealing, { donorKey: donorKey.toString('hex') })
  return new URL(`/confirm-address/${text}`, publicUrl).href
}

/** Condition on `donation`: the owner of the address confirmed it, so the donor did not type a stranger's. */
export const hasConfirmedAddress: Sql = sql`exists (
  select from confirmed_donor_address confirmed where confirmed.donor_key = donation.donor_key)`

export type ConfirmedAddresses = ReturnType<typeof openConfirmedAddresses>

type LinkDeps = Pick<Foundation, 'database' | 'sealing' | 'now'>

/** The addresses to which organisers' messages may go. */
export function openConfirmedAddresses({ database, sealing, now }: LinkDeps) {
  const insert = async (donorKey: Buffer) => {
    await database.run(sql`
      insert into confirmed_donor_address (donor_key, at) values (${donorKey}, ${now()})
      on conflict do nothing`)
  }
  return {
    findAddress: async (text: string) => addressToken.open(sealing, text),

    confirm: ({ donorKey }: DonorAddress): Promise<void> => insert(Buffer.from(donorKey, 'hex')),

    /** The address of a verified account. */
    confirmAccount: (email: string): Promise<void> =>
      insert(sealing.fingerprint('donor', email.toLowerCase())),
  }
}

const subscriptionSchema = z.object({ campaignId: z.string(), donorKey: donorKeySchema })
/** A donor or follower who receives emails about a campaign. */
type Subscription = z.output<typeof subscriptionSchema>

const unsubscribeToken = mailToken('unsubscribe', subscriptionSchema)

export function toUnsubscribeToken(
  sealing: Sealing,
  { campaignId, donorKey }: { campaignId: string; donorKey: Buffer },
): string {
  return unsubscribeToken.create(sealing, { campaignId, donorKey: donorKey.toString('hex') })
}

/** Since when the updates of all campaigns come in one mail a week, or null for a mail each. What waits for a weekly mail stays in it. */
export const chooseWeekly = (
  { run }: Pick<Queries, 'run'>,
  donorKey: Buffer,
  since: Date | null,
): Promise<number> =>
  run(
    since
      ? sql`insert into digest_reader (donor_key, chosen_at) values (${donorKey}, ${since}) on conflict do nothing`
      : sql`delete from digest_reader where donor_key = ${donorKey}`,
  )

/** Lets a donor or follower unsubscribe with the link in an email, without logging in. */
export function openUnsubscribe({ database, sealing, now }: LinkDeps) {
  return {
    findSubscription: async (text: string) => unsubscribeToken.open(sealing, text),

    async unsubscribe({ campaignId, donorKey }: Subscription): Promise<void> {
      await database.run(sql`
        insert into campaign_unsubscribe (campaign_id, donor_key, at)
        values (${campaignId}, ${Buffer.from(donorKey, 'hex')}, ${now()})
        on conflict do nothing`)
      await database.run(sql`
        delete from campaign_follower
        where campaign_id = ${campaignId} and donor_key = ${Buffer.from(donorKey, 'hex')}`)
      await withdrawWords(database, { campaignId, donorKey })
    },

    async choose(subscription: Subscription, choice: MailChoice | undefined): Promise<void> {
      if (choice === undefined) return this.unsubscribe(subscription)
      if (choice === 'all') return this.unsubscribeFromAll(subscription)
      const key = Buffer.from(subscription.donorKey, 'hex')
      await chooseWeekly(database, key, choice === 'weekly' ? now() : null)
    },

    /** From the campaigns of today. Who agrees again later, for another campaign, is mailed about that one. */
    async unsubscribeFromAll(subscription: Subscription): Promise<void> {
      const donorKey = Buffer.from(subscription.donorKey, 'hex')
      await this.unsubscribe(subscription)
      await database.run(sql`
        insert into campaign_unsubscribe (campaign_id, donor_key, at)
        select distinct campaign_id, donor_key, ${now()}::timestamptz from donation
        where donor_key = ${donorKey} and wants_updates
        on conflict do nothing`)
      await database.run(sql`delete from campaign_follower where donor_key = ${donorKey}`)
      await chooseWeekly(database, donorKey, null)
      await withdrawWords(database, { donorKey: subscription.donorKey })
    },
  }
}

type Words = { kind: 'update' | 'thank-you'; id: string; donorKey: Buffer }

/** The key of a mail with an organiser's words, by which it is stored once and found again. */
export const toWordsKey = ({ kind, id, donorKey }: Words): string =>
  `${kind} ${id} ${donorKey.toString('hex')}`

type Condition = { campaignId: string; updateId: string; donorKey: string }
/** At least one condition: none would withdraw all mails. */
type Withdrawn = { [Name in keyof Condition]: Pick<Condition, Name> }[keyof Condition] &
  Partial<Condition>

/**
 * Deletes mails with organisers' words that still wait for the mail server, which takes hours when there are many, and what waits for a
 * weekly mail. All given conditions must hold. What else stands in a withdrawn weekly mail is mailed again.
 */
export async function withdrawWords(
  { run }: Pick<Queries, 'run'>,
  { campaignId, updateId, donorKey }: Withdrawn,
): Promise<void> {
  await run(sql`
    delete from mail_outbox where ${isWaiting} and unsubscribe_url is not null
      ${updateId === undefined ? sql`` : sql`and split_part(key, ' ', 2) = ${updateId}`}
      ${donorKey === undefined ? sql`` : sql`and split_part(key, ' ', 3) = ${donorKey}`}
      ${
        campaignId === undefined
          ? sql``
          : sql`and split_part(key, ' ', 2) in (
              select id::text from campaign_update where campaign_id = ${campaignId}
              union all select id::text from thank_you_message where campaign_id = ${campaignId})`
      }`)
  const isItem = sql`(true
    ${campaignId === undefined ? sql`` : sql`and campaign_id = ${campaignId}`}
    ${updateId === undefined ? sql`` : sql`and update_id = ${updateId}::uuid`}
    ${donorKey === undefined ? sql`` : sql`and donor_key = ${Buffer.from(donorKey, 'hex')}`})`
  await run(sql`
    with withdrawn as (
      delete from mail_outbox where ${isWaiting} and key in (select mail from digest_item where ${isItem}) returning key),
    removed as (delete from digest_item where ${isItem})
    update digest_item set mail = null where mail in (select key from withdrawn) and not ${isItem}`)
}

const receivedSchema = z.object({
  campaignId: z.string(),
  messageId: z.string(),
  donorKey: donorKeySchema,
})
type ReceivedMessage = z.output<typeof receivedSchema>

const messageToken = mailToken('report-message', receivedSchema)

export function toMessageReportUrl(
  { sealing, publicUrl }: { sealing: Sealing; publicUrl: string },
  message: ReceivedMessage,
): string {
  return new URL(`/report-message/${messageToken.create(sealing, message)}`, publicUrl).href
}

type ReportDeps = LinkDeps & { content: Pick<ContentStore, 'findCampaign'> }

/** Lets a donor report an organiser's message with the link in the email, without logging in. */
export function openMessageReports({ database, content, sealing, now }: ReportDeps) {
  return {
    findMessage: async (text: string) => messageToken.open(sealing, text),

    /** Writes a report for the reviewers, with the message. A second click adds none. */
    async report(received: ReceivedMessage): Promise<void> {
      const { campaignId, messageId } = received
      const sent = await database.value(
        z.string(),
        sql`select message from thank_you_message where campaign_id = ${campaignId} and id = ${asUuid(messageId)}::uuid`,
      )
      if (sent === undefined) return
      const campaign = await content.findCampaign(campaignId)
      await insertReport(database, {
        id: toReportId(received),
        campaign: campaign ?? { id: campaignId, title: '', ownerUid: null },
        reason: 'other',
        details: `A donor reported this thank-you message: ${sent}`.slice(0, 2_000),
        at: now(),
      })
    },
  }
}

/** The same id for the same message and donor. */
function toReportId({ messageId, donorKey }: ReceivedMessage): string {
  return createHash('sha256').update(`${messageId} ${donorKey}`).digest('hex').slice(0, 32)
}
