import * as z from 'zod/mini'

import type { Database } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { donorKeySchema, mailToken } from '../../platform/mail/mail-token.ts'

const addressSchema = z.object({ donorKey: donorKeySchema })
export type DonorAddress = z.output<typeof addressSchema>

const token = mailToken('confirm-address', addressSchema)

/** For the link in the receipt's mail: only the owner of the mailbox can know it. */
export function toConfirmationUrl(
  { sealing, publicUrl }: { sealing: Sealing; publicUrl: string },
  donorKey: Buffer,
): string {
  const text = token.create(sealing, { donorKey: donorKey.toString('hex') })
  return new URL(`/confirm-address/${text}`, publicUrl).href
}

/** Condition on `donation`: the owner of the address confirmed it, so the donor did not type a stranger's. */
export const hasConfirmedAddress: Sql = sql`exists (
  select from confirmed_donor_address confirmed where confirmed.donor_key = donation.donor_key)`

export type ConfirmedAddresses = ReturnType<typeof openConfirmedAddresses>

type Deps = { database: Database; sealing: Sealing; now: () => Date }

/** The addresses to which organisers' messages may go. */
export function openConfirmedAddresses({ database, sealing, now }: Deps) {
  const insert = async (donorKey: Buffer) => {
    await database.run(sql`
      insert into confirmed_donor_address (donor_key, at) values (${donorKey}, ${now()})
      on conflict do nothing`)
  }
  return {
    findAddress: async (text: string) => token.open(sealing, text),

    confirm: ({ donorKey }: DonorAddress): Promise<void> => insert(Buffer.from(donorKey, 'hex')),

    /** The address of a verified account. */
    confirmAccount: (email: string): Promise<void> =>
      insert(sealing.fingerprint('donor', email.toLowerCase())),
  }
}
