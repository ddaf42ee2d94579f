import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { auditLogSchema } from '#shared/admin.ts'
import { differencesSchema } from '#shared/difference.ts'
import { exposureSchema } from '#shared/exposure.ts'
import { kobo } from '#shared/money.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'
import { campaignOfAda } from '#test/support/money/ledger.ts'
import { listSubjects } from '#test/support/mail/mails.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import { as, createPerson, dada, type Person } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, database, owner } = await freshOn((databases) =>
  openMoneyApp({ ...databases, env: { EXPOSURE_PER_CAMPAIGN: '1000' } }),
)
let admin: Person
const reason = 'The bank confirmed it'

beforeEach(async () => {
  admin = await createPerson(database, dada)
})

const post = async (path: string, body: object = {}) =>
  (await as(at.app, admin)(`/api/admin${path}`, { method: 'POST', body: { reason, ...body } }))
    .status
const read = async <Schema extends z.ZodMiniType>(path: string, schema: Schema) =>
  z.parse(schema, await (await as(at.app, admin)(`/api/admin${path}`)).json())
const readActions = async () =>
  (await read('/audit-log', auditLogSchema)).entries.map(({ action }) => action)
const listAlarms = async () => (await listSubjects(database, 'admin@ajo.example')).toSorted()

/** A donation that was paid out before ₦2,000 of it were refunded. */
async function refundAfterPayout() {
  const reference = await at.donate()
  at.provider.addSettlement([reference])
  await at.runTask('reconcile-settlements')
  at.provider.addRefund(reference, { amount: kobo(2_000_00), status: 'processed' })
  await at.runTask('reconcile-reversals')
}

describe('a difference between the ledger and the provider', () => {
  it('is mailed once, acknowledged with a reason, and open again when it changes', async () => {
    const reference = await at.donate()
    const change = async (fees: number) => {
      at.provider.updatePayment(reference, { fees: kobo(fees) })
      at.pass(86_400_000)
      await at.runTask('compare-with-provider')
      await at.runTask('send-money-alarms')
      await at.runTask('send-money-alarms')
      return (await read('/differences', differencesSchema)).differences
    }
    const [found] = await change(80_00)
    expect(found).toMatchObject({
      kind: 'fee-differs',
      ours: '7500',
      theirs: '8000',
      state: 'open',
      key: reference,
    })
    expect(await listAlarms()).toEqual(['The ledger differs from the provider: 1 open'])

    expect(await post(`/differences/${found?.id}/acknowledge`)).toBe(204)
    expect(await post(`/differences/${found?.id}/acknowledge`)).toBe(404)
    expect(await change(80_00)).toMatchObject([{ state: 'acknowledged', reason }])
    expect(await readActions()).toEqual(['acknowledge-difference'])

    expect(await change(81_00)).toMatchObject([{ state: 'open', theirs: '8100' }])
    expect(await listAlarms()).toHaveLength(2)
  })

  it('is shown beside items that keep failing, which are mailed', async () => {
    await owner.pool.query(`
      insert into failing_item values ('sandbox', 'payment', 'AJO-1', 5, 'no response', now(), now(), now())`)
    expect((await read('/differences', differencesSchema)).failing).toMatchObject([
      { kind: 'payment', key: 'AJO-1', attempts: 5 },
    ])
    await at.runTask('send-money-alarms')
    expect(await listAlarms()).toEqual(['Payments keep failing: 1 of the kind "payment"'])
  })

  it('is mailed for an item that failed earlier and was tried less often than one that was mailed', async () => {
    await owner.pool.query(`
      insert into failing_item values ('sandbox', 'payment', 'AJO-1', 5, 'no response', now(), now(), now()),
        ('sandbox', 'settlement', '7', 4, 'no response', now() - interval '1 hour', now(), now())`)
    await at.runTask('send-money-alarms')
    await owner.pool.query(`update failing_item set attempts = 5 where kind = 'settlement'`)
    await at.runTask('send-money-alarms')
    await at.runTask('send-money-alarms')
    expect(await listAlarms()).toEqual([
      'Payments keep failing: 1 of the kind "payment"',
      'Payments keep failing: 1 of the kind "settlement"',
    ])
  })
})

describe('a payment on hold', () => {
  it('is mailed once, and again when another one comes or its refund fails', async () => {
    const send = async () => {
      await at.runTask('send-money-alarms')
      await at.runTask('send-money-alarms')
      return listAlarms()
    }
    const payTooLittle = async (email: string) => {
      at.pass(1_000)
      await at.donate(email, {}, { amount: kobo(4_000_00), requestedAmount: kobo(4_000_00) })
    }
    at.provider.pay('another-shop-1')
    await at.donations.verifyPayment('another-shop-1', 'sweep')
    expect(await send()).toEqual([])
    await payTooLittle('one@example.com')
    expect(await send()).toEqual(['Payments on hold: 1'])
    await payTooLittle('two@example.com')
    expect(await send()).toEqual(['Payments on hold: 1', 'Payments on hold: 2'])

    await owner.pool.query(`
      insert into provider_refund (campaign_id, refund_id, mode, transaction_id, amount_kobo, currency, status, asked_at)
      select booked_in, 7, mode, transaction_id, 1, 'NGN', 'failed', now() from quarantined_payment
      where reason = 'amount' order by created_at limit 1`)
    expect(await send()).toHaveLength(3)
  })
})

describe('refunds of payments on hold', () => {
  const list = () =>
    database.rows(
      z.object({ id: z.string() }),
      sql`select id from quarantined_payment where resolved_at is null`,
    )
  const payOnHold = async (email: string, amount: number) => {
    await at.donate(email, {}, { amount: kobo(amount), requestedAmount: kobo(amount) })
  }
  const refund = (id: string | undefined) => post(`/quarantine/${id}/refund`)

  it('keep the cap, stop the payouts at once, and follow when they are stopped', async () => {
    for (let payment = 0; payment < 8; payment++)
      await payOnHold(`donor${payment}@example.com`, 600_00)
    const ids = await list()
    const tries = Array.from({ length: 64 }, (_, index) => refund(ids[index % 8]?.id))
    const statuses = await Promise.all(tries)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect((await read('/exposure', exposureSchema)).total).toBe(600_00)

    await at.runJobs()
    expect((await read('/exposure', exposureSchema)).holds).toHaveLength(1)
    for (const task of ['apply-payout-holds', 'reconcile-settlements']) {
      at.pass(1_000)
      await at.runTask(task)
    }
    for (const { id } of await list()) expect(await refund(id)).toBe(204)
  })
})

describe('the exposure', () => {
  it('is listed with its caps and mailed, and a claim is written off once with a reason', async () => {
    await refundAfterPayout()
    expect(await read('/exposure', exposureSchema)).toMatchObject({
      total: 2_000_00,
      caps: { perCampaign: 1_000_00 },
      campaigns: [{ title: 'A well for Ife', receivable: 2_000_00, exposure: 2_000_00 }],
      holds: [],
    })
    await at.runTask('send-money-alarms')
    expect(await listAlarms()).toEqual(['Ajo may lose ₦2,000.00 by "A well for Ife"'])

    const path = `/receivables/${campaignOfAda.id}/write-off`
    const amount = '2,000'
    expect(await post(path, { amount: '2,000.01' })).toBe(409)
    const answers = await Promise.all([post(path, { amount }), post(path, { amount })])
    expect(answers.filter((status) => status === 204)).toHaveLength(1)
    expect(await readActions()).toEqual(['write-off'])
    const row = await database.row(
      z.object({ loss: z.int(), memo: z.nullable(z.string()) }),
      sql`select platform_loss_kobo as loss, memo from ledger_entry where kind = 'write_off'`,
    )
    expect(row).toEqual({ loss: 2_000_00, memo: reason })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('above its cap holds further refunds of the campaign back', async () => {
    await refundAfterPayout()
    await at.donate('two@example.com')
    const second = await database.row(
      z.object({ id: z.string() }),
      sql`select id from donation order by created_at desc, reference = ${at.provider.lastReference()} desc limit 1`,
    )
    at.provider.addSettlement([at.provider.lastReference()])
    await at.runTask('reconcile-settlements')
    await at.refunds.requestRefund({
      donation: { campaignId: campaignOfAda.id, id: second?.id ?? '' },
      form: { reason },
      idempotencyKey: 'a-key',
      by: { role: 'owner', uid: campaignOfAda.ownerUid },
    })
    const held = await database.rows(
      z.object({ state: z.string(), problem: z.nullable(z.string()) }),
      sql`select state, problem from refund`,
    )
    expect(held).toEqual([{ state: 'held', problem: 'exposure' }])
    expect(await at.payments.refunds.listForTransaction(0)).toEqual([])
  })

  it('lists holds with what the provider shows, and mails those that are not in force', async () => {
    await at.donate()
    at.provider.setHolds('ignored')
    await database.run(sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
      values (${campaignOfAda.id}, 'A report', 'reviewer', now())`)
    await at.runTask('apply-payout-holds')
    await at.runTask('send-money-alarms')
    expect((await read('/exposure', exposureSchema)).holds).toMatchObject([
      { campaign: 'A well for Ife', state: 'failed', seen: 'active, auto', inForceSince: null },
    ])
    expect(await listAlarms()).toEqual(['Payouts that must be on hold are not'])
  })

  it('mails a hold that the provider does not release, after several tries', async () => {
    await at.donate()
    await database.run(sql`
      insert into campaign_freeze (campaign_id, reason, actor_uid, at) values (${campaignOfAda.id}, ${reason}, 'reviewer', now())`)
    await at.runTask('apply-payout-holds')
    at.provider.setHolds('ignored')
    await database.run(sql`delete from campaign_freeze`)
    for (let tries = 1; tries <= 5; tries++) {
      await at.runTask('send-money-alarms')
      expect(await listAlarms()).toEqual([])
      await at.runTask('apply-payout-holds')
      at.pass(3_600_000)
    }
    await at.runTask('send-money-alarms')
    expect(await listAlarms()).toEqual(['Payouts of a campaign are still on hold'])
  })

  it('and all other alarms are mailed although one kind cannot be read', async () => {
    await at.donate()
    at.provider.setHolds('ignored')
    await database.run(sql`
      insert into campaign_freeze (campaign_id, reason, actor_uid, at) values (${campaignOfAda.id}, ${reason}, 'reviewer', now())`)
    await at.runTask('apply-payout-holds')
    await owner.run(sql`alter table ledger_difference rename to moved`)
    try {
      await expect(at.runTask('send-money-alarms')).rejects.toThrow('ledger_difference')
    } finally {
      await owner.run(sql`alter table moved rename to ledger_difference`)
    }
    expect(await listAlarms()).toEqual(['Payouts that must be on hold are not'])
  })
})
