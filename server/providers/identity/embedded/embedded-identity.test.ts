import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { getCodes, mailsTo, testOutbox as outbox, listMails } from '#test/support/mail/mails.ts'
import { testEvents } from '#test/support/people/people.ts'

import { embeddedIdentity } from './embedded-identity.ts'
import { openHashQueue } from './password-hash.ts'
import { identityContract, type IdentityUnderTest } from '../identity.contract.ts'
import { isRefusal } from '../identity.ts'

const { database, owner, empty } = await testDatabase()
const publicUrl = 'https://ajo.example'
const email = 'ngozi@example.com'
const [attackerPassword, victimPassword] = ['attackers own 55', 'mango rain 47']

async function open(): Promise<IdentityUnderTest> {
  await empty()
  let now = new Date('2026-03-01T09:00:00Z')
  const identity = embeddedIdentity({
    database,
    outbox,
    recordChange: testEvents.record,
    publicUrl,
    now: () => now,
    // Large enough for fifty simultaneous requests.
    hashQueue: openHashQueue({ running: 2, waiting: 100, perKey: 100 }),
  })
  return {
    identity,
    advanceClock: (ms) => (now = new Date(now.getTime() + ms)),
    codesMailedTo: async (address, purpose) =>
      getCodes(await mailsTo(owner, identity.tasks, address), purpose),
  }
}

async function listTexts(address: string) {
  const mails = await listMails(database, address)
  return mails.map(({ text }) => text)
}

identityContract('embedded', open)

describe('an unconfirmed address', () => {
  let opened: Awaited<ReturnType<typeof open>>
  beforeEach(async () => {
    opened = await open()
  })

  const signUp = async (password: string) => {
    const account = await opened.identity.createAccount({ email, password })
    if (isRefusal(account)) throw new Error(account.refused)
    await opened.identity.sendVerification(account.uid)
    return account
  }
  const getNewestCode = async () => (await opened.codesMailedTo(email, 'verifyEmail')).at(-1) ?? ''
  const worksFor = async (password: string) =>
    !isRefusal(await opened.identity.signIn({ email, password }))

  it('keeps the password of a person who signs up twice with it and opens the mail in another browser', async () => {
    await signUp(victimPassword)
    await signUp(victimPassword)
    await opened.identity.applyVerification(await getNewestCode())
    expect(await worksFor(victimPassword)).toBe(true)
  })
})

describe('the embedded provider', () => {
  it('is busy when too many password checks are waiting', async () => {
    await empty()
    const queue = openHashQueue({ running: 1, waiting: 1, perKey: 4 })
    const { promise: allAsked, resolve } = Promise.withResolvers<void>()
    let asked = 0
    const identity = embeddedIdentity({
      database,
      outbox,
      recordChange: testEvents.record,
      publicUrl,
      hashQueue: (_, work) => {
        if (++asked === 9) resolve()
        return queue(String(asked), async () => {
          await allAsked
          return work()
        })
      },
    })
    const results = await Promise.all(
      Array.from({ length: 9 }, () => identity.signIn({ email, password: victimPassword })),
    )
    const codes = results.map((result) => (isRefusal(result) ? result.refused : 'accepted'))
    expect(codes.filter((code) => code === 'invalid-credential')).toHaveLength(2)
    expect(codes.filter((code) => code === 'busy')).toHaveLength(7)
  })

  it('reports a disabled account only after the right password and sends it no mail', async () => {
    const { identity, codesMailedTo } = await open()
    await identity.createAccount({ email, password: victimPassword })
    await owner.run(sql`update account set disabled = true`)
    expect(await identity.signIn({ email, password: victimPassword })).toEqual({
      refused: 'user-disabled',
    })
    expect(await identity.signIn({ email, password: attackerPassword })).toEqual({
      refused: 'invalid-credential',
    })
    await identity.sendReset(email)
    expect(await codesMailedTo(email, 'resetPassword')).toEqual([])
  })

  it('only queues a job for a reset of any address', async () => {
    const { identity } = await open()
    await identity.createAccount({ email, password: victimPassword })
    await identity.sendReset(email)
    await identity.sendReset('unknown@example.com')
    const queued = await owner.rows(
      z.object({ payload: z.unknown() }),
      sql`select payload from graphile_worker._private_jobs order by id`,
    )
    expect(queued).toEqual([{ payload: { email } }, { payload: { email: 'unknown@example.com' } }])
    expect(await listTexts(email)).toEqual([])
  })

  it('gives an address to the account that confirms it, not to one that only signed up with it', async () => {
    const { identity, codesMailedTo } = await open()
    const squatter = await identity.createAccount({
      email: 'new@example.com',
      password: attackerPassword,
    })
    const account = await identity.createAccount({ email, password: victimPassword })
    if (isRefusal(account) || isRefusal(squatter)) throw new Error('refused')
    const change = { currentPassword: victimPassword, email: 'new@example.com' }
    await identity.requestEmailChange(account.uid, change)
    const [code = ''] = await codesMailedTo('new@example.com', 'verifyAndChangeEmail')
    expect(await identity.applyEmailChange(code)).toMatchObject({ uid: account.uid })
    expect(await identity.findAccount(squatter.uid)).toBeUndefined()
  })

  it('stores neither passwords nor codes', async () => {
    const { identity, codesMailedTo } = await open()
    const account = await identity.createAccount({ email, password: victimPassword })
    if (isRefusal(account)) throw new Error(account.refused)
    await identity.sendVerification(account.uid)
    const [code = ''] = await codesMailedTo(email, 'verifyEmail')
    const stored = await owner.rows(
      z.object({ row: z.string() }),
      sql`select row_to_json(account_credential)::text as row from account_credential
        union all select row_to_json(action_code)::text from action_code`,
    )
    expect(stored).toHaveLength(2)
    const hexOfCode = Buffer.from(code).toString('hex')
    for (const { row } of stored) {
      expect(row).not.toContain(victimPassword)
      expect(row).not.toContain(code)
      expect(row).not.toContain(hexOfCode)
    }
  })

  it('hashes the password again at login if the stored hash is weaker', async () => {
    const { identity } = await open()
    const { hash } = await import('@node-rs/argon2')
    await identity.createAccount({ email, password: victimPassword })
    const weak = await hash(victimPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await owner.run(sql`update account_credential set password_hash = ${weak}`)
    expect(isRefusal(await identity.signIn({ email, password: victimPassword }))).toBe(false)
    const stored = await owner.row(
      z.object({ hash: z.string() }),
      sql`select password_hash as hash from account_credential`,
    )
    expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(isRefusal(await identity.signIn({ email, password: victimPassword }))).toBe(false)
  })
})
