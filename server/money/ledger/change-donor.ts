import * as z from 'zod/mini'

import type { Transaction } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { DonationKey } from './entries/donation-row.ts'
import { getTotalSlot } from './entries/total-slot.ts'

const donationSchema = z.object({
  donorKey: z.instanceof(Buffer),
  ownerUid: z.string(),
  mode: z.string(),
  counts: z.boolean(),
})

/** Moves a donation to another donor, and with it the counts of donors, if any of it is left. The caller has locked its row. */
export async function changeDonor(
  queries: Transaction,
  { campaignId, id }: DonationKey,
  donorKey: Buffer,
): Promise<void> {
  const donation = await queries.row(
    donationSchema,
    sql`select donor_key as "donorKey", owner_uid as "ownerUid", mode, (
          select coalesce(sum(raised_kobo), 0) > 0 from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) as counts
        from donation where campaign_id = ${campaignId} and id = ${id}`,
  )
  if (!donation) throw new Error('there is no such donation')
  await queries.run(
    sql`update donation set donor_key = ${donorKey} where campaign_id = ${campaignId} and id = ${id}`,
  )
  if (donation.donorKey.equals(donorKey)) return
  const { mode, ownerUid } = donation
  const slot = getTotalSlot(id)
  const levels: Level[] = [
    { table: sql`campaign`, key: sql`campaign_id, mode`, values: sql`${campaignId}, ${mode}` },
    { table: sql`owner`, key: sql`owner_uid, mode`, values: sql`${ownerUid}, ${mode}` },
    { table: sql`platform`, key: sql`mode`, values: sql`${mode}` },
  ]
  for (const level of levels) {
    await insertDonor(queries, level, donorKey)
    if (!donation.counts) continue
    await removeDonation(queries, level, { donorKey: donation.donorKey, slot })
    await addDonation(queries, level, { donorKey, slot })
  }
}

/** A table of donors and its totals, and the key of the row. */
type Level = { table: Sql; key: Sql; values: Sql }
type Donor = { donorKey: Buffer; slot: number }

/** Also where nothing of the donation is left: it counts again when its refund fails. */
const insertDonor = ({ run }: Transaction, level: Level, donorKey: Buffer) =>
  run(sql`
    insert into ${level.table}_donor (${level.key}, donor_key, donations) values (${level.values}, ${donorKey}, 0)
    on conflict do nothing`)

const removeDonation = ({ run }: Transaction, level: Level, { donorKey, slot }: Donor) =>
  run(sql`
    with donor as (
      update ${level.table}_donor set donations = donations - 1
      where (${level.key}) = (${level.values}) and donor_key = ${donorKey} returning donations)
    update ${level.table}_total set donor_count = donor_count - 1 from donor
    where (${level.key}) = (${level.values}) and slot = ${slot} and donor.donations = 0`)

const addDonation = ({ run }: Transaction, level: Level, { donorKey, slot }: Donor) =>
  run(sql`
    with donor as (
      update ${level.table}_donor set donations = donations + 1
      where (${level.key}) = (${level.values}) and donor_key = ${donorKey} returning donations)
    update ${level.table}_total set donor_count = donor_count + 1 from donor
    where (${level.key}) = (${level.values}) and slot = ${slot} and donor.donations = 1`)
