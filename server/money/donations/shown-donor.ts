import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'

/** Columns of `donation` from which it is decided what a person may read about its donor. */
export const donorColumns = sql`donation.donor_name as "name", donation.donor_email_sealed as "emailSealed", donation.anonymous,
  donation.shares_email as "sharesEmail"`

export const donorColumnsSchema = {
  name: z.string(),
  emailSealed: z.instanceof(Buffer),
  anonymous: z.boolean(),
  sharesEmail: z.boolean(),
}
type Donor = z.output<z.ZodMiniObject<typeof donorColumnsSchema>>

type ShownDonor = { donor: string; email: string | null }

const openEmail = ({ emailSealed }: Donor, sealing: Sealing) =>
  // An erased address is empty.
  sealing.open('donor-email', emailSealed) || null

/** For the organiser: the name unless the donation is anonymous, and the address only if the donor shares it (readings N5). */
export function toShownDonor(row: Donor, sealing: Sealing): ShownDonor {
  if (row.anonymous) return { donor: 'Anonymous', email: null }
  const email = row.sharesEmail ? openEmail(row, sealing) : null
  return { donor: row.name || (email === null ? 'Anonymous' : ''), email }
}

/** For the donor. */
export function toOwnDonor(row: Donor, sealing: Sealing): ShownDonor {
  return { donor: row.name, email: openEmail(row, sealing) }
}
