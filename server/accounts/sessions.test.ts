import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { outbox } from '#server/mail/outbox.ts'
import { visitor, type User } from '#server/policy/actor.ts'
import { testDatabase } from '#test/database.ts'
import {
  ada,
  bola,
  chidi,
  createPerson,
  signInAgain,
  unverified,
  type Person,
} from '#test/people.ts'

import { openSessions } from './sessions.ts'

const { database, owner, empty } = await testDatabase()
const publicUrl = 'http://localhost'
const hourMs = 3_600_000
let now = new Date()
const clock = () => now
const sessions = openSessions({ database, publicUrl, outbox, now: clock })

const asking = (cookie: string) => sessions.actorOf(new Request(publicUrl, { headers: { cookie } }))
const known = (person: Person): User => {
  const { kind, uid, email, emailVerified, createdAt, roles, sessionId } = person
  return { kind, uid, email, emailVerified, createdAt, roles, sessionId }
}
const after = (ms: number) => (now = new Date(now.getTime() + ms))
const create = (person = ada) => createPerson(database, person, { now: clock })

beforeEach(async () => {
  await empty()
  now = new Date('2026-03-01T09:00:00Z')
})

describe('who is asking', () => {
  it('is the person whose session it is, with verification and roles as they are now', async () => {
    const person = await create(unverified(chidi))
    expect(await asking(person.cookie)).toEqual(known(person))
    await owner.run(sql`update account set email_verified = true`)
    await owner.run(sql`delete from account_role`)
    expect(await asking(person.cookie)).toEqual({
      ...known(person),
      emailVerified: true,
      roles: [],
    })
  })

  it('is a visitor without a cookie, with a made-up one, and with the uid alone', async () => {
    await create()
    const madeUp = 'A'.repeat(43)
    for (const cookie of [
      '',
      `session=${madeUp}`,
      'session=%00',
      `uid=${ada.uid}`,
      `session=${ada.uid}`,
    ])
      expect(await asking(cookie)).toEqual(visitor)
  })

  it('is told by the session even where the uid cookie claims somebody else', async () => {
    await create(bola)
    const person = await create()
    expect(await asking(`uid=${bola.uid}; ${person.cookie}`)).toEqual(known(person))
  })

  it('is told apart from everybody else who asks at the same time', async () => {
    const people = [await create(), await create(bola), await create(chidi)]
    const cookies = [`session=${'A'.repeat(43)}`, ...people.map(({ cookie }) => cookie)]
    expect(await Promise.all([...cookies, ...cookies].map(asking))).toEqual([
      visitor,
      ...people.map(known),
      visitor,
      ...people.map(known),
    ])
  })

  it('is a visitor once the session has ended, even where others were being answered', async () => {
    const { cookie } = await create()
    const asked = await owner.transaction(async ({ run }) => {
      await run(sql`lock table session in access exclusive mode`)
      const answers = [asking(cookie), asking(cookie)]
      await run(sql`delete from session`)
      return answers
    })
    const later = asking(cookie)
    expect(await Promise.all([...asked, later])).toEqual([visitor, visitor, visitor])
  })

  it('is a visitor once the account is disabled', async () => {
    const person = await create()
    await owner.run(sql`update account set disabled = true where uid = ${ada.uid}`)
    expect(await asking(person.cookie)).toEqual(visitor)
  })
})

describe('a session', () => {
  it('is stored without the token that proves it', async () => {
    const { cookie } = await create()
    const [, token = ''] = cookie.split('=')
    const stored = await owner.rows(
      z.object({ row: z.string() }),
      sql`select row_to_json(session)::text as row from session`,
    )
    expect(stored).toHaveLength(1)
    expect(stored[0]?.row).not.toContain(token)
    expect(stored[0]?.row).not.toContain(Buffer.from(token).toString('hex'))
  })

  it('gets another token each time, and ends the one it replaces', async () => {
    const first = await create()
    const account = { ...first, disabled: false, createdAt: now, credentialVersion: 1 }
    const { token } = await sessions.start(account, first)
    expect(first.cookie).not.toContain(token)
    expect(await asking(first.cookie)).toEqual(visitor)
    expect(await asking(`session=${token}`)).toMatchObject({ uid: ada.uid })
  })

  it('ends at its own logout and leaves the other devices alone', async () => {
    const laptop = await create()
    const phone = await signInAgain(database, laptop, clock)
    await sessions.end(laptop.sessionId)
    expect(await asking(laptop.cookie)).toEqual(visitor)
    expect(await asking(phone.cookie)).toEqual(known(phone))
  })

  it('ends everywhere at once, for one person', async () => {
    const laptop = await create()
    const phone = await signInAgain(database, laptop, clock)
    const stranger = await create(bola)
    await sessions.endAll(ada.uid)
    expect(await asking(laptop.cookie)).toEqual(visitor)
    expect(await asking(phone.cookie)).toEqual(visitor)
    expect(await asking(stranger.cookie)).toEqual(known(stranger))
  })

  it('does not begin under a password that was changed while it was being compared', async () => {
    const person = await create()
    const compared = { ...person, disabled: false, createdAt: now, credentialVersion: 1 }
    await sessions.endAll(ada.uid)
    const { token } = await sessions.start(compared)
    expect(await asking(`session=${token}`)).toEqual(visitor)
  })

  it('ends after fourteen days without use', async () => {
    const { cookie } = await create()
    after(14 * 24 * hourMs - 1)
    expect(await asking(cookie)).not.toEqual(visitor)
    after(14 * 24 * hourMs)
    expect(await asking(cookie)).toEqual(visitor)
  })

  it('ends after thirty days however much it is used', async () => {
    const { cookie } = await create()
    for (let day = 0; day < 29; day++) {
      after(24 * hourMs)
      expect(await asking(cookie)).not.toEqual(visitor)
    }
    after(24 * hourMs)
    expect(await asking(cookie)).toEqual(visitor)
  })

  it('is written down as seen at most once an hour', async () => {
    const { cookie } = await create()
    const seen = () => owner.row(z.object({ at: z.date() }), sql`select seen_at as at from session`)
    const begun = await seen()
    after(hourMs)
    await asking(cookie)
    expect(await seen()).toEqual(begun)
    after(1)
    await asking(cookie)
    expect(await seen()).toEqual({ at: now })
  })

  it('is forgotten once it can no longer be used', async () => {
    await create()
    await create(bola)
    await sessions.endAll(ada.uid)
    expect(await sessions.purge()).toBe(1)
    after(14 * 24 * hourMs)
    expect(await sessions.purge()).toBe(1)
  })
})
