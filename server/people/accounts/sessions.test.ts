import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { visitor, type User } from '#server/platform/policy/actor.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import {
  ada,
  bola,
  chidi,
  createPerson,
  unverified,
  testEvents,
  type Person,
} from '#test/support/people/people.ts'

import { openSessions, sessionCookies, deviceName } from './sessions.ts'

const { database, owner } = await freshDatabase()
const publicUrl = 'http://localhost'
const hourMs = 3_600_000
let now = new Date()
const clock = () => now
const sessions = openSessions({ database, publicUrl, events: testEvents, now: clock })

const getActor = (cookie: string) =>
  sessions.getActor(new Request(publicUrl, { headers: { cookie } }))
const toExpected = (person: Person): User => {
  const { kind, uid, email, emailVerified, createdAt, roles, sessionId } = person
  return { kind, uid, email, emailVerified, createdAt, roles, sessionId }
}
const advanceClock = (ms: number) => (now = new Date(now.getTime() + ms))
const create = (person = ada) => createPerson(database, person, { now: clock })

beforeEach(() => {
  now = new Date('2026-03-01T09:00:00Z')
})

describe('the actor of a request', () => {
  it('is the user of the session with the current verification status and roles', async () => {
    const person = await create(unverified(chidi))
    expect(await getActor(person.cookie)).toEqual(toExpected(person))
    await owner.run(sql`update account set email_verified = true`)
    await owner.run(sql`delete from account_role`)
    expect(await getActor(person.cookie)).toEqual({
      ...toExpected(person),
      emailVerified: true,
      roles: [],
    })
  })

  it('is a visitor without a cookie, with an unknown token, and with only the uid cookie', async () => {
    await create()
    const unknown = 'A'.repeat(43)
    for (const cookie of [
      '',
      `session=${unknown}`,
      'session=%00',
      `uid=${ada.uid}`,
      `session=${ada.uid}`,
    ])
      expect(await getActor(cookie)).toEqual(visitor)
  })

  it('is the user of the session even if the uid cookie names another account', async () => {
    await create(bola)
    const person = await create()
    expect(await getActor(`uid=${bola.uid}; ${person.cookie}`)).toEqual(toExpected(person))
  })

  it('is right for each of several simultaneous requests', async () => {
    const people = [await create(), await create(bola), await create(chidi)]
    const cookies = [`session=${'A'.repeat(43)}`, ...people.map(({ cookie }) => cookie)]
    expect(await Promise.all([...cookies, ...cookies].map(getActor))).toEqual([
      visitor,
      ...people.map(toExpected),
      visitor,
      ...people.map(toExpected),
    ])
  })

  it('is a visitor after the session has ended, even for a request that waited during the deletion', async () => {
    const { cookie } = await create()
    const client = await owner.pool.connect()
    await client.query('begin')
    await client.query('lock table session in access exclusive mode')
    const asked = [getActor(cookie), getActor(cookie)]
    await client.query('delete from session')
    await client.query('commit')
    client.release()
    const later = getActor(cookie)
    expect(await Promise.all([...asked, later])).toEqual([visitor, visitor, visitor])
  })
})

describe('a session', () => {
  it('is stored without its token', async () => {
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

  it('does not start if the password changed during the comparison', async () => {
    const person = await create()
    const compared = { ...person, disabled: false, createdAt: now, credentialVersion: 1 }
    await sessions.endAll(ada.uid)
    const { token } = await sessions.start(compared)
    expect(await getActor(`session=${token}`)).toEqual(visitor)
  })

  it('ends after 14 days without use', async () => {
    const { cookie } = await create()
    advanceClock(14 * 24 * hourMs - 1)
    expect(await getActor(cookie)).not.toEqual(visitor)
    advanceClock(14 * 24 * hourMs)
    expect(await getActor(cookie)).toEqual(visitor)
  })

  it('ends after 30 days even if it is used every day', async () => {
    const { cookie } = await create()
    for (let day = 0; day < 29; day++) {
      advanceClock(24 * hourMs)
      expect(await getActor(cookie)).not.toEqual(visitor)
    }
    advanceClock(24 * hourMs)
    expect(await getActor(cookie)).toEqual(visitor)
  })

  it('updates its time of last use at most once an hour', async () => {
    const { cookie } = await create()
    const seen = () => owner.row(z.object({ at: z.date() }), sql`select seen_at as at from session`)
    const before = await seen()
    advanceClock(hourMs)
    await getActor(cookie)
    expect(await seen()).toEqual(before)
    advanceClock(1)
    await getActor(cookie)
    expect(await seen()).toEqual({ at: now })
  })

  it('is deleted after it has expired', async () => {
    await create()
    await create(bola)
    await sessions.endAll(ada.uid)
    expect(await sessions.purge()).toBe(1)
    advanceClock(14 * 24 * hourMs)
    expect(await sessions.purge()).toBe(1)
  })
})

const token = 'T'.repeat(43)

async function getCookies(publicUrl: string, path: 'in' | 'out') {
  const cookies = sessionCookies(publicUrl)
  const app = new Hono()
    .get('/in', (c) => {
      cookies.write(c, { token, uid: 'ada' })
      return c.body(null)
    })
    .get('/out', (c) => {
      cookies.remove(c)
      return c.body(null)
    })
  return (await app.request(`/${path}`)).headers.getSetCookie()
}

it('hides the token from scripts and other sites, and uses the __Host- prefix over https', async () => {
  expect(await getCookies('https://ajo.example', 'in')).toEqual([
    `__Host-session=${token}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    'uid=ada; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
    'donation=; Max-Age=0; Path=/',
  ])
  expect(await getCookies('http://127.0.0.1:3000', 'in')).toEqual([
    `session=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    'uid=ada; Max-Age=2592000; Path=/; SameSite=Lax',
    'donation=; Max-Age=0; Path=/',
  ])
})

it('removes both cookies, and what was typed without script, at logout', async () => {
  const removed = await getCookies('https://ajo.example', 'out')
  expect(removed.map((cookie) => cookie.split(';').slice(0, 2))).toEqual([
    ['__Host-session=', ' Max-Age=0'],
    ['uid=', ' Max-Age=0'],
    ['donation=', ' Max-Age=0'],
  ])
})

it('reads the token only from its own cookie', () => {
  const read = (publicUrl: string, cookie: string) =>
    sessionCookies(publicUrl).getToken(new Request(publicUrl, { headers: { cookie } }))
  expect(read('https://ajo.example', `a=b; __Host-session=${token}`)).toBe(token)
  expect(read('https://ajo.example', `session=${token}`)).toBeUndefined()
  expect(read('http://127.0.0.1:3000', `session=${token}`)).toBe(token)
  expect(read('http://127.0.0.1:3000', `session=${token}x`)).toBeUndefined()
})

it.each([
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.0', ''],
  ['', ''],
  ['<script>alert(1)</script>', ''],
])('turns %j into %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
