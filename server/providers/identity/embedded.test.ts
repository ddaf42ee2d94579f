import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { outbox } from '#server/mail/outbox.ts'
import { testDatabase } from '#test/database.ts'
import { codesIn, mailsTo } from '#test/mails.ts'

import { embeddedIdentity } from './embedded.ts'
import { openHashQueue } from './hash-queue.ts'
import { identityContract, type IdentityUnderTest } from './identity.contract.ts'
import { isRefusal } from './identity.ts'

const { database, owner, empty } = await testDatabase()
const publicUrl = 'https://ajo.example'
const email = 'ngozi@example.com'
const [attackers, victims] = ['attackers own 55', 'mango rain 47']

async function open(): Promise<IdentityUnderTest> {
  await empty()
  let now = new Date('2026-03-01T09:00:00Z')
  const identity = embeddedIdentity({
    database,
    outbox,
    publicUrl,
    now: () => now,
    // Fifty at once are to be decided, not shed.
    hashQueue: openHashQueue({ running: 2, waiting: 100 }),
  })
  return {
    identity,
    passTime: (ms) => (now = new Date(now.getTime() + ms)),
    codesMailedTo: async (address, purpose) =>
      codesIn(await mailsTo(owner, identity.tasks, address), purpose),
  }
}

async function textsTo(address: string) {
  const mails = await database.rows(
    z.object({ text: z.string() }),
    sql`select text from mail_outbox where recipient = ${address} order by created_at`,
  )
  return mails.map(({ text }) => text)
}

identityContract('embedded', open)

describe('an address that nobody has confirmed', () => {
  let given: Awaited<ReturnType<typeof open>>
  beforeEach(async () => {
    given = await open()
  })

  const signUp = async (password: string) => {
    const account = await given.identity.createAccount({ email, password })
    if (isRefusal(account)) throw new Error(account.refused)
    await given.identity.sendVerification(account.uid)
    return account
  }
  const mailed = async () => (await given.codesMailedTo(email, 'verifyEmail')).at(-1) ?? ''
  const worksFor = async (password: string) =>
    !isRefusal(await given.identity.signIn({ email, password }))

  it('goes to whoever signs up with it later: the earlier password, code and sessions are void', async () => {
    const first = await signUp(attackers)
    const earlierCode = await mailed()
    const later = await signUp(victims)
    expect(later.uid).toBe(first.uid)
    expect(later.credentialVersion).not.toBe(first.credentialVersion)
    expect(await given.identity.applyVerification(earlierCode)).toEqual({
      refused: 'invalid-action-code',
    })
    expect(await worksFor(attackers)).toBe(false)

    await given.identity.applyVerification(await mailed(), later.uid)
    expect(await worksFor(victims)).toBe(true)
    expect(await worksFor(attackers)).toBe(false)
  })

  it('is not lost to an attacker who signs up with it last: a code brought without that session voids the password', async () => {
    await signUp(victims)
    await signUp(attackers)
    await given.identity.applyVerification(await mailed())
    expect(await worksFor(attackers)).toBe(false)

    await given.identity.sendReset(email)
    const [code = ''] = await given.codesMailedTo(email, 'resetPassword')
    await given.identity.applyReset(code, victims)
    expect(await worksFor(victims)).toBe(true)
  })

  it('keeps the password of a person who signs up twice with the same one and opens the mail elsewhere', async () => {
    await signUp(victims)
    await signUp(victims)
    await given.identity.applyVerification(await mailed())
    expect(await worksFor(victims)).toBe(true)
  })

  it("dies as the attacker's when its owner resets the password", async () => {
    const account = await signUp(attackers)
    await given.identity.sendReset(email)
    const [code = ''] = await given.codesMailedTo(email, 'resetPassword')
    await given.identity.applyReset(code, victims)
    expect(await worksFor(attackers)).toBe(false)
    expect((await given.identity.findAccount(account.uid))?.credentialVersion).not.toBe(
      account.credentialVersion,
    )
  })
})

describe('the embedded provider', () => {
  it('refuses passwords that guessers try first', async () => {
    const { identity, codesMailedTo } = await open()
    expect(await identity.createAccount({ email, password: 'Password1!' })).toEqual({
      refused: 'weak-password',
    })
    await identity.createAccount({ email, password: victims })
    await identity.sendReset(email)
    const [code = ''] = await codesMailedTo(email, 'resetPassword')
    expect(await identity.applyReset(code, 'qwerty12345')).toEqual({ refused: 'weak-password' })
    expect(await identity.checkReset(code)).toBeNull()
  })

  it('says that it is busy when too many passwords wait to be compared', async () => {
    await empty()
    const queue = openHashQueue({ running: 1, waiting: 1 })
    const { promise: allAsked, resolve } = Promise.withResolvers<void>()
    let asked = 0
    const identity = embeddedIdentity({
      database,
      outbox,
      publicUrl,
      hashQueue: (work) => {
        if (++asked === 9) resolve()
        return queue(async () => {
          await allAsked
          return work()
        })
      },
    })
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => identity.signIn({ email, password: victims })),
    )
    const codes = answers.map((answer) => (isRefusal(answer) ? answer.refused : 'accepted'))
    expect(codes.filter((code) => code === 'invalid-credential')).toHaveLength(2)
    expect(codes.filter((code) => code === 'busy')).toHaveLength(7)
  })

  it('tells a disabled person so only after the right password, and mails them nothing', async () => {
    const { identity, codesMailedTo } = await open()
    await identity.createAccount({ email, password: victims })
    await owner.run(sql`update account set disabled = true`)
    expect(await identity.signIn({ email, password: victims })).toEqual({
      refused: 'user-disabled',
    })
    expect(await identity.signIn({ email, password: attackers })).toEqual({
      refused: 'invalid-credential',
    })
    await identity.sendReset(email)
    expect(await codesMailedTo(email, 'resetPassword')).toEqual([])
  })

  it('does the same work for a reset of any address: it only notes the request', async () => {
    const { identity } = await open()
    await identity.createAccount({ email, password: victims })
    await identity.sendReset(email)
    await identity.sendReset('nobody@example.com')
    const noted = await owner.rows(
      z.object({ payload: z.unknown() }),
      sql`select payload from graphile_worker._private_jobs order by id`,
    )
    expect(noted).toEqual([{ payload: { email } }, { payload: { email: 'nobody@example.com' } }])
    expect(await textsTo(email)).toEqual([])
  })

  it('tells the mailbox that the password was changed', async () => {
    const { identity, codesMailedTo } = await open()
    await identity.createAccount({ email, password: attackers })
    await identity.sendReset(email)
    const [code = ''] = await codesMailedTo(email, 'resetPassword')
    await identity.applyReset(code, victims)
    expect((await textsTo(email)).at(-1)).toContain('was changed')
  })

  it('tells the old mailbox that the address was changed', async () => {
    const { identity, codesMailedTo } = await open()
    const account = await identity.createAccount({ email, password: victims })
    if (isRefusal(account)) throw new Error(account.refused)
    const to = 'new@example.com'
    await identity.requestEmailChange(account.uid, { currentPassword: victims, email: to })
    expect(await textsTo(email)).toEqual([])
    const [code = ''] = await codesMailedTo(to, 'verifyAndChangeEmail')
    await identity.applyEmailChange(code)
    expect((await textsTo(email)).at(-1)).toContain('address of your Ajo account was changed')
  })

  it('gives an address to whoever confirms it, over one who only signed up with it', async () => {
    const { identity, codesMailedTo } = await open()
    const squatter = await identity.createAccount({ email: 'new@example.com', password: attackers })
    const account = await identity.createAccount({ email, password: victims })
    if (isRefusal(account) || isRefusal(squatter)) throw new Error('refused')
    const change = { currentPassword: victims, email: 'new@example.com' }
    await identity.requestEmailChange(account.uid, change)
    const [code = ''] = await codesMailedTo('new@example.com', 'verifyAndChangeEmail')
    expect(await identity.applyEmailChange(code)).toMatchObject({ uid: account.uid })
    expect(await identity.findAccount(squatter.uid)).toBeUndefined()
  })

  it('stores neither passwords nor codes', async () => {
    const { identity, codesMailedTo } = await open()
    const account = await identity.createAccount({ email, password: victims })
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
      expect(row).not.toContain(victims)
      expect(row).not.toContain(code)
      expect(row).not.toContain(hexOfCode)
    }
  })

  it('makes an old hash stronger when its owner signs in', async () => {
    const { identity } = await open()
    const { hash } = await import('@node-rs/argon2')
    await identity.createAccount({ email, password: victims })
    const weak = await hash(victims, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await owner.run(sql`update account_credential set password_hash = ${weak}`)
    expect(isRefusal(await identity.signIn({ email, password: victims }))).toBe(false)
    const stored = await owner.row(
      z.object({ hash: z.string() }),
      sql`select password_hash as hash from account_credential`,
    )
    expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(isRefusal(await identity.signIn({ email, password: victims }))).toBe(false)
  })
})
