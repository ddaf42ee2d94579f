import { randomInt, randomUUID } from 'node:crypto'

import { acceptTerms } from '#server/people/accounts/sessions.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { User } from '#server/platform/policy/actor.ts'
import { hashPassword } from '#server/providers/identity/embedded/password-hash.ts'
import type { Role } from '#shared/account.ts'

import type { OwnerName } from './campaigns.ts'

type SamplePerson = {
  firstname: string
  lastname: string
  email: string
  gender: 'Male' | 'Female' | 'Other'
  roles?: readonly Role[]
  /** Set for people whose login the terminal prints. */
  loginRole?: string
}

const people = {
  emeka: samplePerson('Emeka Obi', 'Male', {
    email: 'admin@ajo.example',
    roles: ['admin'],
    loginRole: 'admin',
  }),
  halima: samplePerson('Halima Sani', 'Female', {
    email: 'reviewer@ajo.example',
    roles: ['reviewer'],
    loginRole: 'reviewer',
  }),
  ngozi: samplePerson('Ngozi Eze', 'Female', { email: 'owner@ajo.example', loginRole: 'owner' }),
  tunde: samplePerson('Tunde Bakare', 'Male', { email: 'donor@ajo.example', loginRole: 'donor' }),
  yetunde: samplePerson('Yetunde Adeyemi', 'Female'),
  musa: samplePerson('Musa Abdullahi', 'Male'),
  chinedu: samplePerson('Chinedu Okonkwo', 'Male'),
  aisha: samplePerson('Aisha Bello', 'Female'),
  ebiere: samplePerson('Ebiere Timi', 'Female'),
  osaze: samplePerson('Osaze Igbinedion', 'Male'),
} satisfies Record<OwnerName, SamplePerson>

export type People = Record<OwnerName, User & { phone: string; fullName: string }>

/** Creates the sample accounts. They share one password, which is hashed once. */
export async function insertPeople(database: Database, now: Date) {
  const password = generatePassword()
  const hash = await hashPassword(password)
  const joinedAt = new Date(now.getTime() - 120 * 86_400_000)
  const users: Partial<People> = {}
  for (const [index, name] of names.entries()) {
    const uid = randomUUID()
    const { firstname, lastname, email, roles = [] }: SamplePerson = people[name]
    await insertPerson(database, { ...people[name], uid, hash, at: joinedAt })
    users[name] = {
      kind: 'user',
      uid,
      email,
      emailVerified: true,
      createdAt: joinedAt,
      roles,
      sessionId: randomUUID(),
      fullName: `${firstname} ${lastname}`,
      phone: `+234 80${index} 555 01${String(index).padStart(2, '0')}`,
    }
  }
  const logins = names.flatMap((name) => {
    const { email, loginRole: shownAs }: SamplePerson = people[name]
    return shownAs ? [{ email, password, role: shownAs }] : []
  })
  return { users: users as People, logins }
}

const names = Object.keys(people) as OwnerName[]

function samplePerson(
  fullName: string,
  gender: SamplePerson['gender'],
  overrides: Partial<SamplePerson> = {},
): SamplePerson {
  const [firstname = '', lastname = ''] = fullName.split(' ')
  const email = `${firstname}.${lastname}@example.com`.toLowerCase()
  return { firstname, lastname, email, gender, ...overrides }
}

type NewPerson = SamplePerson & { uid: string; hash: string; at: Date }

async function insertPerson(
  database: Database,
  { uid, hash, at, email, firstname, lastname, gender, roles = [] }: NewPerson,
) {
  await database.transaction(async (queries) => {
    const { run } = queries
    await acceptTerms(queries, uid, at)
    await run(
      sql`insert into account (uid, email, email_verified, created_at) values (${uid}, ${email}, true, ${at})`,
    )
    await run(sql`insert into account_email (email, uid) values (${email}, ${uid})`)
    await run(sql`insert into account_credential (uid, password_hash) values (${uid}, ${hash})`)
    for (const role of roles)
      await run(
        sql`insert into account_role (uid, role, granted_at, requires_two_factor)
          values (${uid}, ${role}, ${at}, false)`,
      )
    await run(
      sql`insert into user_document (id, uid, firstname, lastname, email, gender, terms, email_verified)
        values (${randomUUID()}, ${uid}, ${firstname}, ${lastname}, ${email}, ${gender}, true, true)`,
    )
  })
}

/** Three groups of five characters without look-alikes such as 0 and o: 74 bits that are easy to type. */
function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${group()}-${group()}-${group()}`
}
