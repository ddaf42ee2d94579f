import { beforeEach } from 'vitest'

import type { User } from '#server/platform/policy/actor.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { createPerson, type Person } from '#test/support/people/people.ts'

/** A database for the test file that is empty before each test, but for people with these names. */
export async function freshDatabase<Name extends string = never>(users?: Record<Name, User>) {
  const databases = await testDatabase()
  const people = {} as Record<Name, Person>
  const named = Object.entries<User>(users ?? {}) as [Name, User][]
  for (const [name, user] of named)
    people[name] = { ...user, firstname: '', lastname: '', cookie: '' }
  beforeEach(async () => {
    await databases.empty()
    for (const [name, user] of named)
      Object.assign(people[name], await createPerson(databases.database, user))
  })
  return { ...databases, people }
}

/** The same, and what `open` opens on it: an app, a ledger, a world. It is new in each test as well. */
export async function freshOn<At extends object, Name extends string = never>(
  open: (databases: Awaited<ReturnType<typeof testDatabase>>) => At | Promise<At>,
  users?: Record<Name, User>,
) {
  const databases = await freshDatabase(users)
  const at = {} as At
  beforeEach(async () => void Object.assign(at, await open(databases)))
  return { ...databases, at }
}
