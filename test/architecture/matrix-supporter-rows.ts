import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'

export const supporterId = '00000000-0000-4000-8000-00000000aaaa'
export const updateId = '00000000-0000-4000-8000-00000000cccc'

/** A supporter of the donation's campaign, with words, and an update of the campaign. */
export async function insertSupporter(owner: Database, reference: string) {
  await owner.run(sql`
    update donation set shows_name = true, hides_amount = false, shows_message = true, message = 'Get well soon.',
      listed_at = now() where reference = ${reference}`)
  await owner.run(sql`
    insert into supporter (campaign_id, id, donation_id, amount_kobo, listed_at, words)
    select campaign_id, ${supporterId}::uuid, id, amount_kobo, now(), 'shown' from donation where reference = ${reference}`)
  await insertUpdate(owner, reference)
}

/** An update of the donation's campaign. */
export const insertUpdate = (owner: Database, reference: string) =>
  owner.run(sql`
    insert into campaign_update (campaign_id, id, key_hash, body_hash, title, text, published_at)
    select campaign_id, ${updateId}::uuid, '\\x01', '\\x01', 'The pump is here', 'It works.', now()
    from donation where reference = ${reference}`)
