import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Secret, TOTP } from 'otpauth'
import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql, type Sql } from '#server/platform/database/sql.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import type { User } from '#server/platform/policy/actor.ts'
import { recoveryCodesSchema, twoFactorSecretSchema } from '#shared/account.ts'
import { imagePath } from '#shared/image.ts'

import { password, type openDeletionApp } from '../people/deletion-app.ts'
import { jpeg } from '../campaigns/image-files.ts'
import { as, bola, signInAgain, visitor, type Person } from '../people/people.ts'

type At = Awaited<ReturnType<typeof openDeletionApp>>

/** Words that stand nowhere else in the tests. */
export const zainab: User = {
  ...bola,
  uid: '00000000-0000-4000-8000-7a61696e6162',
  email: 'zainabtou@example.net',
}
export const words = {
  name: 'Zainabtou',
  email: zainab.email,
  phone: '+234 809 777 1234',
  accountNumber: '3141592653',
  refundAccountNumber: '2718281828',
}
const story = `My name is ${words.name}, call me on ${words.phone}.`
const zeros = Buffer.alloc(32)

type Life = {
  person: Person
  campaign: StoredCampaign
  other: StoredCampaign
  image: string
  /** As it was uploaded, served and stored. */
  pictures: Buffer[]
}

/**
 * A person who owns a campaign, donated signed in and as a guest, reports, writes, has a draft, a second device and two-step verification,
 * and whose refund went to a bank account.
 */
export async function liveLife(at: At, owner: Database, organiser: Person): Promise<Life> {
  const person = await at.createPerson(zainab)
  // With hosted content, the profile is there only.
  if (at.hosted) await owner.run(sql`delete from user_document`)
  const picture = await jpeg(77)
  const image = await at.images.add(person.uid, picture)
  const campaign = await at.publish(person, {
    title: `${words.name}’s surgery`,
    description: story,
    images: [{ ...image, alt: `${words.name} in bed` }],
    contact: { name: words.name, email: words.email, phone: words.phone, isPublic: true },
    bankAccount: { bankCode: '058', last4: '2653', subAccountCode: 'ACCT_zainab' },
    accountNumberSealed: at.sealing.seal('account-number', words.accountNumber),
  })
  const other = await at.publish(organiser)
  await donate(at, other, { donorUid: person.uid })
  await donate(at, other, { donorUid: null })
  await useAccount(at, person, other)
  for (const statement of listRecords(at, { person, campaign, other })) await owner.run(statement)
  await at.runJobs()
  const served = await as(at.app, visitor)(imagePath(image.id, 480))
  const stored = readStoredImages(at, image.id)
  const pictures = [picture, Buffer.from(await served.arrayBuffer()), ...stored]
  return { person, campaign, other, image: image.id, pictures }
}

function readStoredImages({ dataDir }: At, id: string): Buffer[] {
  const folder = join(dataDir, 'images')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith(id))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
}

async function donate(at: At, campaign: StoredCampaign, { donorUid }: { donorUid: string | null }) {
  const form = { name: words.name, message: story, updates: true }
  await at.startDonation(words.email, { campaign, donorUid, form })
  const reference = at.provider.lastReference()
  await at.pay(reference, { paidAt: at.clock.now })
  await at.deliver({
    event: 'charge.success',
    data: {
      reference,
      status: 'success',
      amount: 500_000,
      domain: 'test',
      customer: { email: words.email, first_name: words.name, phone: words.phone },
      authorization: { bin: '408408', last4: '4081', exp_year: '2030', account_name: words.name },
    },
  })
}

async function useAccount(at: At, person: Person, other: StoredCampaign) {
  await signInAgain(at.database, person, () => at.clock.now)
  const ask = as(at.app, person)
  const post = (path: string, body: object) => ask(path, { method: 'POST', body })
  await post('/api/feedback', { feedback: story })
  await post(`/api/campaigns/${other.id}/reports`, { reason: 'fraud', details: story })
  await at.drafts.save(
    { ownerUid: person.uid },
    { values: { title: words.name, phone: words.phone }, tab: 0 },
  )
}

/** Turns on two-step verification, which ends the sessions. Returns a code that works once, and a new session. */
export async function turnOnTwoFactor(at: At, person: Person) {
  const post = (path: string, body: object) =>
    as(at.app, person)(`/api/account/two-factor${path}`, { method: 'POST', body })
  const setup = await post('', { currentPassword: password })
  const { secret } = z.parse(twoFactorSecretSchema, await setup.json())
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = totp.generate({ timestamp: at.clock.now.getTime() })
  const confirmed = await post('/confirm', { code })
  const { recoveryCodes } = z.parse(recoveryCodesSchema, await confirmed.json())
  return {
    code: recoveryCodes[0] ?? '',
    session: await signInAgain(at.database, person, () => at.clock.now),
  }
}

/** What takes weeks or a reviewer to come about. */
function listRecords(
  at: At,
  { person, campaign, other }: Pick<Life, 'person' | 'campaign' | 'other'>,
): Sql[] {
  const now = at.clock.now
  const donation = sql`(select id from donation where donor_uid = ${person.uid})`
  const refundId = '00000000-0000-4000-8000-00000000f00d'
  const { uid } = person
  return [
    sql`insert into bank_account_holder (sub_account_code, name) values ('ACCT_zainab', ${words.name})
      on conflict do nothing`,
    sql`insert into campaign_history (campaign_id, id, event, to_status, actor_uid, reason, at) values
      (${campaign.id}, gen_random_uuid(), 'submit', 'pending', ${uid}, null, ${now}),
      (${campaign.id}, gen_random_uuid(), 'answer', 'pending', ${uid}, ${story}, ${now})`,
    sql`insert into campaign_edit (campaign_id, id, changes, at)
      values (${campaign.id}, gen_random_uuid(), ${JSON.stringify([{ field: 'description', before: story }])}::jsonb, ${now})`,
    sql`insert into thank_you_message (campaign_id, id, mode, key_hash, body_hash, message, minimum_kobo, recipients, created_at)
      values (${campaign.id}, gen_random_uuid(), 'test', ${zeros}, ${zeros}, ${story}, 5000, 3, ${now})`,
    sql`insert into thank_you_delivery (campaign_id, donor_key, message_id, sent_at)
      select ${other.id}, donor_key, gen_random_uuid(), ${now} from donation where id = ${donation}`,
    sql`insert into campaign_follower (campaign_id, donor_key, email_sealed, language, followed_at)
      select ${other.id}, donor_key, ${at.sealing.seal('follower-email', words.email)}, 'en', ${now} from donation where id = ${donation}`,
    sql`insert into monthly_donation (campaign_id, id, mode, authorisation_sealed, day, next_on)
      select campaign_id, id, mode, ${at.sealing.seal('card-authorisation', 'AUTH_zainab')}, 31, '2027-01-31'
      from donation where id = ${donation}`,
    sql`insert into campaign_unsubscribe (campaign_id, donor_key, at)
      select ${other.id}, donor_key, ${now} from donation where id = ${donation}`,
    sql`insert into digest_reader (donor_key, chosen_at) select donor_key, ${now} from donation where id = ${donation}`,
    sql`insert into digest_item (campaign_id, update_id, donor_key, at)
      select ${other.id}, gen_random_uuid(), donor_key, ${now} from donation where id = ${donation}`,
    sql`insert into refund (campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, requested_by_uid, cause, amount_kobo,
        reason, refusal, state, refund_id, created_at)
      values (${other.id}, ${refundId}, ${donation}, 'test', ${zeros}, ${zeros}, 'donor', ${uid}, 'request', 5000, ${story}, ${story},
        'processed', 7, ${now})`,
    sql`insert into refund_bank_account (campaign_id, refund_id, link_hash, link_expires_at, bank_id, account_number_sealed)
      values (${other.id}, ${refundId}, ${zeros}, ${now}, 9,
        ${at.sealing.seal('refund-account', words.refundAccountNumber)})`,
    sql`insert into quarantined_payment (id, mode, reference, transaction_id, reason, seen, state, created_at, resolved_at)
      select gen_random_uuid(), 'test', reference, 99, 'amount', ${JSON.stringify({ merchantNote: story })}::jsonb, 'dismissed', ${now}, ${now}
      from donation where id = ${donation}`,
    sql`insert into failing_item (mode, kind, key, attempts, reason, first_failed_at, last_failed_at, next_attempt_at)
      select 'test', 'check', reference, 1, ${story}, ${now}, ${now}, ${now} from donation where id = ${donation}`,
    sql`select job.enqueue('mail-reset', ${JSON.stringify({ email: words.email })}::json, null, now() + interval '1 day', 1, null, 0)`,
  ]
}
