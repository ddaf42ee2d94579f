import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { seededRandom } from '#dev/sample-data/seed.ts'
import { openDonations } from '#server/money/donations/donations.ts'
import { openMonthlyDonations } from '#server/money/donations/monthly.ts'
import { openLedger } from '#server/money/ledger/ledger.ts'
import { approvePayee } from '#server/money/payouts/approved-payees.ts'
import { receiptJob } from '#server/money/receipts/receipts.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import type { Payments } from '#server/providers/payments/payments.ts'
import { addDays, lagosDay } from '#shared/day.ts'
import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { testOutbox } from '#test/support/mail/mails.ts'
import { donationBy } from '#test/support/money/ledger.ts'
import { addCampaigns, openMoneyWorld } from '#test/support/money/money-world.ts'

import {
  killableDatabase,
  killablePayments,
  Killed,
  killSwitch,
  type KillSwitch,
} from '../kill/kill-switch.ts'

/** `npm run test:long` plays more. */
const histories = Number(process.env['MONTHLY_HISTORIES'] ?? 2)
const seed = Number(
  process.env['SEED'] ?? (process.env['MONTHLY_HISTORIES'] ? Date.now() % 2 ** 31 : 1),
)
const every = Number(process.env['KILL_EVERY'] ?? 5)
const days = 366
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const { database, owner, empty } = await testDatabase()

const monthlySchema = z.object({ id: z.string(), nextOn: z.string(), isAnnounced: z.boolean() })
const noticeSchema = z.object({ id: z.string(), on: z.string() })
const chargeSchema = z.object({
  monthly: z.string(),
  month: z.string(),
  state: z.string(),
  reference: z.string(),
  status: z.nullable(z.string()),
  paidOn: z.nullable(z.date()),
})

/** A campaign without an end, its donors, and a provider that refuses to be charged where the model says that nothing may be. */
async function openWorld() {
  await empty()
  const world = openMoneyWorld(database, 'subaccount')
  world.clock.now = new Date('2027-01-05T08:00:00Z')
  const [found] = (await addCampaigns(world, 0)).campaigns
  if (!found) throw new Error('there is no campaign')
  const campaign = { ...found.campaign, endDate: null, status: 'approved' } as StoredCampaign
  const approved = campaign.bankAccount
  /** When each donor was told of a day, by the real clock. */
  const notices = new Map<string, string>()
  const ended = new Set<string>()
  const broken: string[] = []
  const model = { campaign, isFrozen: false, notices, ended, broken, maxSkew: 0 }
  const payments: Payments = {
    ...world.payments,
    async chargeAuthorization(payment) {
      const [charge] = await listCharges(payment.reference)
      const isNew = (await world.payments.verify(payment.reference)) === undefined
      if (charge && isNew) broken.push(...findBroken(model, charge, world.clock.now, approved))
      return world.payments.chargeAuthorization(payment)
    },
  }
  return { ...world, model, payments, approved }
}
type World = Awaited<ReturnType<typeof openWorld>>

function findBroken(
  { campaign, isFrozen, notices, ended, maxSkew }: World['model'],
  { monthly, month }: z.output<typeof chargeSchema>,
  now: Date,
  approved: StoredCampaign['bankAccount'],
): string[] {
  const told = [...notices].filter(([key]) => key.startsWith(`${monthly} ${month.slice(0, 7)}`))
  const latest = addDays(lagosDay(now), -3 + 2 * maxSkew)
  const day = `${monthly} ${lagosDay(now)}`
  return [
    ...(told.some(([, on]) => on <= latest) ? [] : [`${day}: charged without a notice`]),
    ...(ended.has(monthly) ? [`${day}: charged after its end`] : []),
    ...(isFrozen ? [`${day}: charged while donations are stopped`] : []),
    ...(campaign.status === 'approved' ? [] : [`${day}: charged for a campaign that is over`]),
    ...(campaign.bankAccount === approved ? [] : [`${day}: charged for another payee`]),
  ]
}

const listCharges = (reference: string | null = null) =>
  owner.rows(
    chargeSchema,
    sql`select monthly_id as monthly, monthly_month::text as month, state, donation.reference, charged.status,
          charged.paid_at as "paidOn"
        from donation left join sandbox.transaction charged on charged.reference = donation.reference
        where monthly_month is not null and (${reference}::text is null or donation.reference = ${reference})
        order by monthly_month`,
  )

const listMonthly = () =>
  owner.rows(
    monthlySchema,
    sql`select id, next_on::text as "nextOn", is_announced as "isAnnounced" from monthly_donation`,
  )

/** A server whose clock may be wrong and which may be killed. */
function openServer(world: World, { skew = 0, power = killSwitch() as KillSwitch } = {}) {
  const deps = {
    ...world.deps,
    now: () => new Date(world.clock.now.getTime() + skew * dayMs),
    database: killableDatabase(database, power),
    payments: killablePayments(world.payments, power),
    content: { findCampaign: async () => world.model.campaign },
    outbox: testOutbox,
    log: { warn: () => {} },
  }
  const donations = openDonations({ ...deps, ledger: openLedger(deps), receiptJob })
  const { verifyPayment } = donations
  return { donations, monthly: openMonthlyDonations({ ...deps, verifyPayment }) }
}

async function runServer(world: World, options: Parameters<typeof openServer>[1] = {}) {
  await openServer(world, options)
    .monthly.task.run()
    .catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
  await recordNotices(world)
}

async function recordNotices({ model, clock }: World) {
  const told = await owner.rows(
    noticeSchema,
    sql`select split_part(key, ' ', 2) as id, split_part(key, ' ', 3) as "on" from mail_outbox
        where key like 'monthly-notice %'`,
  )
  for (const { id, on } of told)
    if (!model.notices.has(`${id} ${on}`)) model.notices.set(`${id} ${on}`, lagosDay(clock.now))
}

/** A donor pays the first time. Answers the donation that begins it. */
async function begin(world: World, email: string, card: Record<string, string>) {
  const { donations } = openServer(world)
  const form = { amount: kobo(5_000_00), monthly: true, name: 'Ada' }
  const { campaign } = world.model
  const started = await donations.startDonation(donationBy(email, { campaign, form }))
  if (started.kind !== 'started') return undefined
  await world.send(`${started.url}/card`, { method: 'POST', body: new URLSearchParams(card) })
  const reference = world.references.at(-1) ?? ''
  await donations.verifyPayment(reference, 'webhook')
  // A webhook that comes twice begins nothing again.
  await donations.verifyPayment(reference, 'webhook')
  return owner.value(z.string(), sql`select id::text from donation where reference = ${reference}`)
}

const saved = { number: '4084084084084081', expiry: '12/40', cvv: '408' }
const expiring = { ...saved, expiry: '06/27' }
const other = { number: '4084080000671803', expiry: '12/40', cvv: '180' }
const notReusable = { number: '507850785078507812', expiry: '12/40', cvv: '081' }

async function approve(world: World) {
  const { campaign } = world.model
  await database.transaction((queries) =>
    approvePayee(queries, campaign, { by: 'a-reviewer', at: world.clock.now }),
  )
}

const toDay = (world: World, day: string) =>
  void (world.clock.now = new Date(`${day}T09:00:00+01:00`))

/** Twelve months, one run each morning. */
async function playQuietYear(world: World, from: string) {
  for (let day = from; day < addDays(from, days); day = addDays(day, 1)) {
    toDay(world, day)
    await runServer(world)
  }
}

it('charges the day of the month on which it began, or the last day of a shorter month, and announces each three days before', async () => {
  const world = await openWorld()
  await approve(world)
  toDay(world, '2027-01-31')
  const id = await begin(world, 'ada@example.com', saved)
  await playQuietYear(world, '2027-02-01')
  const expected = '02-28 03-31 04-30 05-31 06-30 07-31 08-31 09-30 10-31 11-30 12-31 01-31'.split(
    ' ',
  )
  const charges = await listCharges()
  expect(charges.map(({ paidOn }) => paidOn && lagosDay(paidOn).slice(5))).toEqual(expected)
  expect(charges.map(({ state }) => state)).toEqual(expected.map(() => 'paid'))
  const told = [...world.model.notices].map(([key, on]) => [key.split(' ')[0], addDays(on, 3)])
  const due = [...world.model.notices.keys()].map((key) => key.split(' '))
  expect(told).toEqual(due)
  expect(new Set(due.map(([monthly]) => monthly))).toEqual(new Set([id]))
  expect(world.model.broken).toEqual([])
  expect((await world.ledger.checkLedger()).findings).toEqual([])
})

it('ends after three months in which the card was declined, and writes each time', async () => {
  const world = await openWorld()
  await approve(world)
  await begin(world, 'ada@example.com', expiring)
  await playQuietYear(world, '2027-01-06')
  const charges = await listCharges()
  expect(charges.map(({ state }) => state)).toEqual([
    ...'paid paid paid paid paid'.split(' '),
    ...'created created created'.split(' '),
  ])
  expect(await listMonthly()).toEqual([])
  const mails = await owner.values(
    z.string(),
    sql`select split_part(key, ' ', 1) || ' ' || split_part(key, ' ', 3) from mail_outbox
        where key ~ '^monthly-fail' order by 1`,
  )
  expect(mails).toEqual([
    'monthly-failed 2027-08-05',
    'monthly-failed 2027-09-05',
    'monthly-failures 2027-09-05',
  ])
})

/** The donor was told, and today is the day. */
async function openDueWorld() {
  const world = await openWorld()
  await approve(world)
  await begin(world, 'ada@example.com', saved)
  toDay(world, '2027-02-02')
  await runServer(world)
  toDay(world, '2027-02-05')
  return world
}

const changes = {
  'nothing changed': async () => {},
  'the donor ended it': async (world: World) => {
    for (const { id } of await listMonthly()) await endByLink(world, id)
  },
  'the campaign was cancelled': async ({ model }: World) =>
    void (model.campaign = { ...model.campaign, status: 'cancelled' }),
  'donations were stopped': (world: World) => freeze(world, true),
}

it.each(Object.entries(changes))(
  `charges once at most when the process is killed at any step, tried at intervals of ${every}, and %s before the next`,
  async (name, change) => {
    let steps = 0
    await runServer(await openDueWorld(), {
      power: { ...killSwitch(), pass: () => void (steps += 1) },
    })
    expect(steps).toBeGreaterThan(20)
    const paid = new Set<number>()
    for (let step = 1; step <= steps; step += every) {
      const world = await openDueWorld()
      const power = killSwitch()
      power.arm(step)
      await runServer(world, { power })
      await change(world)
      toDay(world, '2027-02-06')
      await runServer(world)
      await finish(world)
      const charges = await listCharges()
      paid.add(
        charges.filter(({ state, status }) => state === 'paid' && status === 'success').length,
      )
      const moment = power.moment()
      expect({ moment, broken: world.model.broken }).toEqual({ moment, broken: [] })
    }
    expect([...paid].toSorted((one, other) => one - other)).toEqual(
      name === 'nothing changed' ? [1] : [0, 1],
    )
  },
)

it('begins only with a card that can be charged again, and stores its code sealed', async () => {
  const world = await openWorld()
  await approve(world)
  const { donations } = openServer(world)
  const form = { amount: kobo(5_000_00), monthly: true }
  const { campaign } = world.model
  const started = await donations.startDonation(donationBy('a@example.com', { campaign, form }))
  if (started.kind !== 'started') throw new Error(started.kind)
  for (const [step, fields] of [
    ['card', notReusable],
    ['pin', { answer: '1111', pin: '1111' }],
  ] as const)
    await world.send(`${started.url}/${step}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
  const reference = world.references.at(-1) ?? ''
  expect(await donations.verifyPayment(reference, 'webhook')).toBe('counted')
  expect(await listMonthly()).toEqual([])

  const withEnd = { ...campaign, endDate: '2027-06-01' }
  await begin({ ...world, model: { ...world.model, campaign: withEnd } }, 'b@example.com', saved)
  expect(await listMonthly()).toEqual([])

  await begin(world, 'c@example.com', saved)
  expect(await listMonthly()).toHaveLength(1)
  const rows = await owner.rows(
    z.object({ row: z.string() }),
    sql`select row(monthly_donation.*)::text as row from monthly_donation
        union all select row(donation.*)::text from donation union all select row(known.*)::text from provider_payment known`,
  )
  expect(JSON.stringify(rows)).not.toContain('AUTH_')
})

type Play = ReturnType<typeof seededRandom>
const chance = ({ next }: Play, percent: number) => next() * 100 < percent

/** What people, banks and staff do on a day. */
async function live(world: World, play: Play, beginnings: Map<string, string>) {
  const { model, sandbox } = world
  const emails = ['ada@example.com', 'bola@example.com', 'chidi@example.com']
  if (chance(play, 2)) {
    const email = play.pick(emails)
    const id = await begin(world, email, play.pick([saved, saved, expiring, other]))
    const active = new Set((await listMonthly()).map((row) => row.id))
    const former = beginnings.get(email)
    // Another card takes the place of the former one.
    if (id !== undefined && active.has(id)) {
      if (former !== undefined) model.ended.add(former)
      beginnings.set(email, id)
    }
  }
  if (chance(play, 1)) {
    const [email, id] = play.pick([...beginnings, ['', '']])
    if (id !== '') await endByLink(world, id)
    beginnings.delete(email)
  }
  if (chance(play, 10)) {
    const savedCards = play.pick([
      'accepted',
      'accepted',
      'declined',
      'challenged',
      'pending',
    ] as const)
    sandbox.faults.set({ behaviour: { savedCards } })
  }
  if (chance(play, 5))
    sandbox.faults.set({
      api: [
        { path: '/transaction/charge', isSilent: true, isAfterEffect: chance(play, 50), times: 1 },
      ],
    })
  if (chance(play, 3)) await freeze(world, !model.isFrozen)
  if (chance(play, 2)) {
    const bankAccount = { ...world.approved, subAccountCode: 'ACCT_another000001' }
    model.campaign = {
      ...model.campaign,
      bankAccount: model.campaign.bankAccount === world.approved ? bankAccount : world.approved,
    }
  }
}

async function endByLink(world: World, id: string) {
  const { monthly, donations } = openServer(world)
  await monthly.end({ campaignId: world.model.campaign.id, id })
  world.model.ended.add(id)
  const first = sql`select reference from donation where id = ${id}`
  // The webhook of the first payment comes once more.
  await donations.verifyPayment((await owner.value(z.string(), first)) ?? '', 'webhook')
}

async function freeze({ model, clock }: World, isFrozen: boolean) {
  model.isFrozen = isFrozen
  const { id } = model.campaign
  if (isFrozen)
    await owner.run(sql`
      insert into campaign_freeze (campaign_id, reason, actor_uid, at) values (${id}, 'Reported', 'r', ${clock.now})`)
  else await owner.run(sql`delete from campaign_freeze where campaign_id = ${id}`)
}

async function playHistory(number: number) {
  const play = seededRandom(seed + number)
  const world = await openWorld()
  world.model.maxSkew = number % 2
  await approve(world)
  const beginnings = new Map<string, string>()
  const id = await begin(world, 'ada@example.com', saved)
  if (id !== undefined) beginnings.set('ada@example.com', id)
  const overFrom = play.pick([0.6, 0.9, 2]) * days
  for (let day = 0; day < days; day++) {
    world.clock.now = new Date(world.clock.now.getTime() + dayMs)
    if (day > overFrom) world.model.campaign = { ...world.model.campaign, status: 'cancelled' }
    await live(world, play, beginnings)
    if (day % 3 === 0) await world.sandbox.processDue()
    // Sometimes the server is down.
    for (let run = Math.floor(play.next() * 3); run > 0; run--) {
      const power = killSwitch()
      if (chance(play, 40)) power.arm(1 + Math.floor(play.next() * 40))
      const skew = world.model.maxSkew * play.pick([-1, 0, 1])
      await runServer(world, { skew, power })
      // Who comes after a killed process finds what it left.
      if (power.moment() !== undefined && chance(play, 50)) await runServer(world, { skew })
    }
  }
  return world
}

/** Webhooks and checks that come late. */
async function finish(world: World) {
  world.sandbox.faults.clear()
  world.clock.now = new Date(world.clock.now.getTime() + 2 * hourMs)
  await world.sandbox.processDue()
  const { donations } = openServer(world)
  for (const { reference } of await listCharges()) await donations.verifyPayment(reference, 'check')
}

it(`charges nothing twice a month, nothing after the end and nothing without a notice in ${histories} histories of a year (seed ${seed})`, async () => {
  const seen = { paid: 0, declined: 0, replaced: 0 }
  for (let number = 0; number < histories; number++) {
    const world = await playHistory(number)
    await finish(world)
    const { broken } = world.model
    const charges = await listCharges()
    const months = new Set(charges.map(({ monthly, month }) => `${monthly} ${month}`))
    const unequal = charges.filter(
      ({ status, state }) => (status === 'success') !== (state === 'paid'),
    )
    const unknown = await owner.values(
      z.string(),
      sql`select reference from sandbox.transaction charged
          where not exists (select from donation where donation.reference = charged.reference)`,
    )
    const { findings } = await world.ledger.checkLedger()
    const twice = charges.length - months.size
    expect({ number, broken, twice, unequal, unknown, findings }).toEqual({
      number,
      broken: [],
      twice: 0,
      unequal: [],
      unknown: [],
      findings: [],
    })
    seen.paid += charges.filter(({ state }) => state === 'paid').length
    seen.declined += charges.filter(({ status }) => status === 'failed').length
    seen.replaced += world.model.ended.size
  }
  // Otherwise the histories prove nothing.
  expect(Math.min(seen.paid, seen.declined, seen.replaced)).toBeGreaterThan(0)
})
