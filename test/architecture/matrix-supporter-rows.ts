import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Sealing } from '#server/platform/runtime/sealing.ts'
import { ada } from '#test/support/people/people.ts'
import { askerEmailPurpose } from '#server/people/supporters/questions.ts'

export const supporterId = '00000000-0000-4000-8000-00000000aaaa'
export const questionId = '00000000-0000-4000-8000-00000000eeee'
export const reportedQuestionId = '00000000-0000-4000-8000-00000000ffff'
export const outsideId = '00000000-0000-4000-8000-0000000000aa'
export const struckOutsideId = '00000000-0000-4000-8000-0000000000bb'
export const updateId = '00000000-0000-4000-8000-00000000cccc'

/** A supporter of the donation's campaign, with words, and an update of the campaign. */
export async function insertSupporter(
  owner: Database,
  sealing: Pick<Sealing, 'seal'>,
  reference: string,
) {
  await owner.run(sql`
    update donation set shows_name = true, hides_amount = false, shows_message = true, message = 'Get well soon.',
      listed_at = now() where reference = ${reference}`)
  await owner.run(sql`
    insert into supporter (campaign_id, id, donation_id, amount_kobo, listed_at, words)
    select campaign_id, ${supporterId}::uuid, id, amount_kobo, now(), 'shown' from donation where reference = ${reference}`)
  await insertUpdate(owner, reference)
  const address = sealing.seal(askerEmailPurpose, 'asker@example.com')
  for (const id of [questionId, reportedQuestionId])
    await insertQuestion(owner, reference, { id, address })
}

/** A question about the donation's campaign. */
const insertQuestion = (
  owner: Database,
  reference: string,
  { id, address }: { id: string; address: Uint8Array },
) =>
  owner.run(sql`
    insert into campaign_question (
      campaign_id, id, asker_key, asker_email_sealed, asker_name, language, question, state, asked_at, sent_at)
    select campaign_id, ${id}::uuid, '\\x02', ${address}::bytea, 'Ngozi', 'en', 'Who digs?', 'sent', now(), now()
    from donation where reference = ${reference}`)

/** An update of the donation's campaign. */
export const insertUpdate = (owner: Database, reference: string) =>
  owner.run(sql`
    insert into campaign_update (campaign_id, id, key_hash, body_hash, title, text, published_at)
    select campaign_id, ${updateId}::uuid, '\\x01', '\\x01', 'The pump is here', 'It works.', now()
    from donation where reference = ${reference}`)

export const expenseId = '00000000-0000-4000-8000-0000000000e1'
export const struckExpenseId = '00000000-0000-4000-8000-0000000000e2'

/** One that counts and one that a reviewer struck. */
export const insertExpenses = (owner: Database, campaignId: string) =>
  owner.run(sql`
    insert into expense (id, campaign_id, owner_uid, line, amount_kobo, day, payee, document_id, written_at, struck_at, struck_by, struck_reason)
    values (${expenseId}, ${campaignId}, ${ada.uid}, 'Pump', 4000000, current_date, 'A shop', gen_random_uuid(), now(), null, null, null),
      (${struckExpenseId}, ${campaignId}, ${ada.uid}, 'Pump', 1000000, current_date, 'A shop', gen_random_uuid(), now(), now(), 'uid-reviewer', 'No proof of it.')`)

/** One that counts and one that a reviewer struck. */
export const insertOutsideReceipts = (owner: Database, campaignId: string) =>
  owner.run(sql`
    insert into outside_receipt (id, campaign_id, owner_uid, amount_kobo, day, note, written_at, struck_at, struck_by, struck_reason)
    values (${outsideId}, ${campaignId}, ${ada.uid}, 4000000, current_date, 'Collected in church', now(), null, null, null),
      (${struckOutsideId}, ${campaignId}, ${ada.uid}, 1000000, current_date, 'From my uncle', now(), now(), 'uid-reviewer', 'No proof of it.')`)
