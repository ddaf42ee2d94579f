import { randomInt, randomUUID } from 'node:crypto'

import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import type { User } from '#server/policy/actor.ts'
import { hashPassword } from '#server/providers/identity/passwords.ts'
import type { Role } from '#shared/account.ts'

type SamplePerson = {
  firstname: string
  lastname: string
  email: string
  gender: 'Male' | 'Female' | 'Other'
  roles?: readonly Role[]
  /** Printed on the terminal, to log in as. */
  shownAs?: string
}

const people = {
  emeka: person('Emeka Obi', 'Male', {
    email: 'admin@ajo.example',
    roles: ['admin'],
    shownAs: 'admin',
  }),
  halima: person('Halima Sani', 'Female', {
    email: 'reviewer@ajo.example',
    roles: ['reviewer'],
    shownAs: 'reviewer',
  }),
  ngozi: person('Ngozi Eze', 'Female', { email: 'owner@ajo.example', shownAs: 'owner' }),
  tunde: person('Tunde Bakare', 'Male', { email: 'donor@ajo.example', shownAs: 'donor' }),
  yetunde: person('Yetunde Adeyemi', 'Female'),
  musa: person('Musa Abdullahi', 'Male'),
  chinedu: person('Chinedu Okonkwo', 'Male'),
  aisha: person('Aisha Bello', 'Female'),
  ebiere: person('Ebiere Timi', 'Female'),
  osaze: person('Osaze Igbinedion', 'Male'),
} satisfies Record<string, SamplePerson>

export type OwnerName = keyof typeof people
export type People = Record<OwnerName, User & { phone: string; fullName: string }>

/** Everybody in the sample data who has an account. One password for all, hashed once. */
export async function insertPeople(database: Database, now: Date) {
  const password = easyPassword()
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
  const shown = names.flatMap((name) => {
    const { email, shownAs }: SamplePerson = people[name]
    return shownAs ? [{ email, password, role: shownAs }] : []
  })
  return { users: users as People, shown }
}

const names = Object.keys(people) as OwnerName[]

function person(
  fullName: string,
  gender: SamplePerson['gender'],
  more: Partial<SamplePerson> = {},
): SamplePerson {
  const [firstname = '', lastname = ''] = fullName.split(' ')
  const email = `${firstname}.${lastname}@example.com`.toLowerCase()
  return { firstname, lastname, email, gender, ...more }
}

type Inserted = SamplePerson & { uid: string; hash: string; at: Date }

async function insertPerson(
  database: Database,
  { uid, hash, at, email, firstname, lastname, gender, roles = [] }: Inserted,
) {
  await database.transaction(async ({ run }) => {
    await run(
      sql`insert into account (uid, email, email_verified, created_at) values (${uid}, ${email}, true, ${at})`,
    )
    await run(sql`insert into account_email (email, uid) values (${email}, ${uid})`)
    await run(sql`insert into account_credential (uid, password_hash) values (${uid}, ${hash})`)
    for (const role of roles)
      await run(
        sql`insert into account_role (uid, role, granted_at, needs_second_factor)
          values (${uid}, ${role}, ${at}, false)`,
      )
    await run(
      sql`insert into user_document (id, uid, firstname, lastname, email, gender, terms, email_verified)
        values (${randomUUID()}, ${uid}, ${firstname}, ${lastname}, ${email}, ${gender}, true, true)`,
    )
  })
}

/** Three groups of five, without signs that look like others: 70 bits that one can type. */
function easyPassword(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('')
  return `${group()}-${group()}-${group()}`
}
