import * as z from 'zod/mini'

import type { PersonFile } from '#shared/console.ts'

import { sql } from '../../../platform/database/sql.ts'
import type { ContentStore } from '../../../providers/content/content.ts'
import { listFoundDonations, type ConsoleDeps } from './found-donations.ts'
import { toAccount } from './search.ts'

type PersonDeps = ConsoleDeps & { content: Pick<ContentStore, 'listCampaigns' | 'findUserByUid'> }

const keyPattern = /^[0-9a-f]{64}$/
const shownDonations = 50
const shownCampaigns = 50

const accountRow = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  isDisabled: z.boolean(),
  createdAt: z.date(),
  roles: z.array(z.string()),
})

/** A person by the uid of the account, or a guest by the keyed hash of the address. */
export async function readPersonFile(
  deps: PersonDeps,
  id: string,
): Promise<PersonFile | undefined> {
  return keyPattern.test(id) ? readGuest(deps, id) : readAccount(deps, id)
}

async function readAccount(deps: PersonDeps, uid: string): Promise<PersonFile | undefined> {
  const { database, content } = deps
  const account = await database.row(
    accountRow,
    sql`select uid, email, email_verified as "emailVerified", disabled as "isDisabled", created_at as "createdAt",
          array(select role from account_role where account_role.uid = account.uid order by role) as roles
        from account where uid = ${uid}`,
  )
  if (!account) return undefined
  const [person, donations, { campaigns }] = await Promise.all([
    toAccount(deps, account),
    listFoundDonations(deps, sql`donation.donor_uid = ${uid}`, shownDonations),
    content.listCampaigns({ ownerUid: uid }, { limit: shownCampaigns, order: 'newest' }),
  ])
  const { emailVerified, isDisabled, roles, createdAt } = account
  return {
    person: { ...person, createdAt: createdAt.toISOString(), emailVerified, isDisabled, roles },
    campaigns: campaigns.map((each) => ({ id: each.id, title: each.title, status: each.status })),
    donations,
  }
}

async function readGuest(deps: PersonDeps, key: string): Promise<PersonFile | undefined> {
  const condition = sql`donation.donor_key = ${Buffer.from(key, 'hex')} and donation.donor_uid is null`
  const donations = await listFoundDonations(deps, condition, shownDonations)
  const [latest] = donations
  if (!latest) return undefined
  return {
    person: {
      id: key,
      kind: 'guest',
      name: latest.donor,
      email: latest.email,
      createdAt: null,
      emailVerified: false,
      isDisabled: false,
      roles: [],
    },
    campaigns: [],
    donations,
  }
}
