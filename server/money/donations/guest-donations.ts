import * as z from 'zod/mini'

import { sql, type Sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'
import type { User } from '../../platform/policy/actor.ts'
import { emptySealedBytes, type Sealing } from '../../platform/runtime/sealing.ts'

type Deps = Pick<LedgerDeps, 'database' | 'mode'> & { sealing: Pick<Sealing, 'fingerprint'> }
type Claimant = Pick<User, 'uid' | 'email' | 'emailVerified'>

/** Condition on `donation`: it was made with the address and without an account. An erased address is sealed as an empty text. */
const isOfGuest = ({ sealing }: Pick<Deps, 'sealing'>, email: string): Sql => sql`(
  donation.donor_key = ${sealing.fingerprint('donor', email.toLowerCase())} and donation.donor_uid is null
  and octet_length(donation.donor_email_sealed) > ${emptySealedBytes})`

/** A person with an account, or one whose mailbox is proven. */
export type DonorScope = { uid: string } | { guestEmail: string }

/** Condition on `donation`. */
export const isGivenBy = (deps: Pick<Deps, 'sealing'>, scope: DonorScope): Sql =>
  'guestEmail' in scope ? isOfGuest(deps, scope.guestEmail) : sql`donation.donor_uid = ${scope.uid}`

/** Condition on `donation`: its checkout page exists. */
export const isListed = (mode: Deps['mode']): Sql =>
  sql`(donation.mode = ${mode} and donation.state not in ('created', 'init_unknown', 'refused'))`

/** Donations without an account become those of the account whose verified address they were made with. */
export function guestDonations(deps: Deps) {
  const { database, mode } = deps
  return {
    async countClaimable({ email, emailVerified }: Claimant): Promise<number> {
      if (!emailVerified) return 0
      const found = await database.value(
        z.int(),
        sql`select count(*)::integer as count from donation where ${isOfGuest(deps, email)} and ${isListed(mode)}`,
      )
      return found ?? 0
    },

    /** Returns how many became the account's. */
    async claimDonations({ uid, email, emailVerified }: Claimant): Promise<number> {
      if (!emailVerified) return 0
      return database.run(
        sql`update donation set donor_uid = ${uid} where ${isOfGuest(deps, email)} and ${isListed(mode)}`,
      )
    },
  }
}
