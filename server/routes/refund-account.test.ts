import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { refundAccountSchema } from '#shared/refund.ts'
import { listMails, listSubjects } from '#test/support/mail/mails.ts'
import { openMoneyApp, freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { ada, as, createPerson, visitor } from '#test/support/people/people.ts'
import { listProviderRefunds, listRefunds, passRefundTime } from '#test/support/money/refunds.ts'
import { testSealing } from '#test/support/servers/sealing.ts'

import { sql } from '../platform/database/sql.ts'
import type { RefundRefusal } from '../providers/payments/payments.ts'

const { at, database, owner, empty } = await freshMoneyApp()
let token: string

const account = { bank: '9', accountNumber: '0123456789' }

const findToken = async () => {
  const mail = await database.row(
    z.object({ text: z.string() }),
    sql`select text from mail_outbox where subject like 'We need your bank account%' order by created_at desc, id limit 1`,
  )
  return /refund-account\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}
const submit = (body: object, link = token) =>
  as(at.app, visitor)(`/api/refund-accounts/${link}`, { method: 'POST', body })
const read = (link = token) => as(at.app, visitor)(`/api/refund-accounts/${link}`)
const report = async (status: string) => {
  const [refund] = await listProviderRefunds(at.payments)
  at.provider.updateRefund(refund?.refundId ?? 0, { status })
  at.pass(1_000)
  await at.runTask('reconcile-reversals')
  await at.runTask('send-refunds')
}
/** The provider's answer to a bank account. */
const refuse = (reason: RefundRefusal) => async () =>
  ({ kind: 'refused', reason, message: 'The provider refuses it' }) as const
const countAccounts = async () => {
  const rows = await database.rows(
    z.object({ sealed: z.nullable(z.instanceof(Buffer)) }),
    sql`select account_number_sealed as sealed from refund_bank_account`,
  )
  return rows.length
}

/** A refund of ₦5,000 that the provider cannot make to the card. */
beforeEach(async () => {
  const person = await createPerson(database, ada)
  const { id } = await payDonation(at)
  await as(at.app, person)(`/api/donations/${id}/refund`, {
    method: 'POST',
    body: { reason: 'A mistake' },
    headers: { 'idempotency-key': randomUUID() },
  })
  await report('needs-attention')
  token = await findToken()
})

it('asks for a bank account and its holder only', () => {
  expect(Object.keys(refundAccountSchema.shape)).toEqual(['bank', 'accountNumber', 'holder'])
})

describe('the bank account of a refund that needs attention', () => {
  it('is asked for by a mail, confirmed by the name of its holder, sent to the provider, and deleted when the refund is done', async () => {
    expect(await (await read()).json()).toMatchObject({ amount: 5_000_00, isDone: false })
    expect(await (await submit(account)).json()).toEqual({ holder: 'Test' })
    expect(await listRefunds(database)).toMatchObject([{ state: 'needs-attention' }])
    expect(await (await submit({ ...account, holder: 'Test' })).json()).toEqual({ holder: null })
    expect(await (await read()).json()).toMatchObject({ isDone: true })
    const { rows } = await database.pool.query(
      'select account_number_sealed from refund_bank_account',
    )
    expect(JSON.stringify(rows)).not.toContain(account.accountNumber)

    const sent: unknown[] = []
    const { retry } = at.payments.refunds
    at.payments.refunds.retry = async (refundId, details) => {
      sent.push(details)
      return retry(refundId, details)
    }
    await at.runTask('send-refunds')
    await at.runTask('send-refunds')
    expect(sent).toEqual([{ bankId: 9, accountNumber: '0123456789' }])
    expect(await listRefunds(database)).toMatchObject([{ state: 'known' }])

    await report('processed')
    expect(await listRefunds(database)).toMatchObject([{ state: 'processed' }])
    const done = (await listMails(database)).find(({ subject }) => subject.includes('was made'))
    expect(done?.text).toContain('to the bank account that you entered')
    expect(await countAccounts()).toBe(0)
    expect((await read()).status).toBe(404)
  })

  it.each([
    ['a bank that does not exist', { bank: '12345' }, 'sub-account-refused'],
    ['nine digits', { accountNumber: '012345678' }, 'invalid-input'],
    ['another name than the holder’s', { holder: 'Someone' }, undefined],
  ])('is not stored with %s', async (_what, change, code) => {
    const response = await submit({ ...account, ...change })
    const body = (await response.json()) as { error?: { code: string }; holder?: string }
    expect([body.error?.code, body.holder]).toEqual([code, code ? undefined : 'Test'])
    expect(await (await read()).json()).toMatchObject({ isDone: false })
  })

  it('is confirmed although the bank pads the name of its holder with spaces', async () => {
    at.payments.resolveAccount = async () => ({ kind: 'resolved', accountName: 'ADE  BOLA ' })
    const { holder } = (await (await submit(account)).json()) as { holder: string }
    expect(holder).toBe('ADE BOLA')
    expect(await (await submit({ ...account, holder })).json()).toEqual({ holder: null })
    expect(await (await read()).json()).toMatchObject({ isDone: true })
  })

  it('is not replaced and no other name is looked up when the link was used', async () => {
    await submit({ ...account, holder: 'Test' })
    const resolved: unknown[] = []
    at.payments.resolveAccount = async (asked) => {
      resolved.push(asked)
      return { kind: 'resolved', accountName: 'Test' }
    }
    const other = { ...account, accountNumber: '9876543210', holder: 'Test' }
    expect(await (await submit(other)).json()).toEqual({ holder: null })
    expect(resolved).toEqual([])
    const sent: unknown[] = []
    at.payments.refunds.retry = async (_refundId, details) => {
      sent.push(details)
      return { kind: 'refused', reason: 'other', message: 'Invalid' }
    }
    await at.runTask('send-refunds')
    expect(sent).toEqual([{ bankId: 9, accountNumber: account.accountNumber }])
  })

  it('is asked for again when the provider refuses it', async () => {
    await submit({ ...account, holder: 'Test' })
    at.payments.refunds.retry = refuse('other')
    await at.runTask('send-refunds')
    expect(await listRefunds(database)).toMatchObject([
      { state: 'needs-attention', problem: 'bank-account-refused' },
    ])
    const newest = await findToken()
    expect(newest).not.toBe(token)
    expect((await read()).status).toBe(404)
    expect(await (await read(newest)).json()).toMatchObject({ isDone: false })
  })

  it('is asked for four times in all, then the refund is given up and listed for the admin', async () => {
    for (let week = 0; week < 4; week++) {
      await passRefundTime(database)
      await at.runTask('send-refunds')
    }
    expect(await listRefunds(database)).toMatchObject([
      { state: 'given-up', problem: 'no-bank-account' },
    ])
    expect(await countAccounts()).toBe(0)
  })

  it('is asked for four times in all also when the provider refuses each account', async () => {
    at.payments.refunds.retry = refuse('other')
    const asked = new Set<string>()
    for (let turn = 0; turn < 6; turn++) {
      asked.add(await findToken())
      await submit({ ...account, holder: 'Test' }, await findToken())
      await at.runTask('send-refunds')
    }
    expect(asked.size).toBe(4)
    expect(await listRefunds(database)).toMatchObject([
      { state: 'given-up', problem: 'bank-account-refused' },
    ])
    expect(await countAccounts()).toBe(0)
  })

  it('is deleted with the refund that is given up, or both happen later', async () => {
    at.payments.refunds.retry = refuse('other')
    await submit({ ...account, holder: 'Test' })
    await owner.pool.query(`
      update refund_bank_account set links = 4;
      create function refuse_deletion() returns trigger language plpgsql as $$ begin raise 'the process ends'; end $$;
      create trigger ends before delete on refund_bank_account for each row execute function refuse_deletion()`)
    await at.runTask('send-refunds').catch(() => {})
    await owner.pool.query('drop function refuse_deletion cascade')
    expect(await listRefunds(database)).toMatchObject([{ state: 'needs-attention' }])

    await passRefundTime(owner)
    await at.runTask('send-refunds')
    expect(await listRefunds(database)).toMatchObject([{ state: 'given-up' }])
    expect(await countAccounts()).toBe(0)
  })

  it('is sent again, and the donor is not asked for another one, when the provider’s balance was too low', async () => {
    await submit({ ...account, holder: 'Test' })
    const { retry } = at.payments.refunds
    at.payments.refunds.retry = refuse('insufficient-balance')
    await at.runTask('send-refunds')
    expect(await listRefunds(database)).toMatchObject([
      { state: 'needs-attention', problem: 'insufficient-balance' },
    ])
    expect(await findToken()).toBe(token)
    expect(await listSubjects(database, 'admin@ajo.example')).toContainEqual(
      expect.stringContaining('refunds wait for balance'),
    )
    at.payments.refunds.retry = retry
    await passRefundTime(database)
    await at.runTask('send-refunds')
    expect(await listRefunds(database)).toMatchObject([{ state: 'known' }])
  })

  it('is an admin’s at once where the donor has no address', async () => {
    await empty()
    Object.assign(at, await openMoneyApp({ database, owner }))
    await createPerson(database, ada)
    const donation = await payDonation(at)
    await owner.run(
      sql`update donation set donor_email_sealed = ${testSealing.seal('donor-email', '')}`,
    )
    const by = { role: 'owner', uid: ada.uid } as const
    const form = { reason: 'A mistake' }
    await at.refunds.requestRefund({ donation, form, idempotencyKey: randomUUID(), by })
    await report('needs-attention')
    await at.runTask('send-refunds')
    expect(await listRefunds(database)).toMatchObject([
      { state: 'given-up', problem: 'no-bank-account' },
    ])
    expect(await listSubjects(database, 'admin@ajo.example')).toEqual([
      'Ajo: refunds were given up',
    ])
  })

  it('is refused with an expired or made-up link', async () => {
    expect((await submit(account, 'A'.repeat(43))).status).toBe(404)
    await owner.run(sql`update refund_bank_account set link_expires_at = now()`)
    expect((await submit(account)).status).toBe(404)
  })
})
