import { describe, expect, it } from 'vitest'
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
import { listMails, testOutbox } from '#test/support/mail/mails.ts'
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
  const isLate = maxSkew === 0 && lagosDay(now).slice(0, 7) !== month.slice(0, 7)
  const day = `${monthly} ${lagosDay(now)}`
  return [
    ...(told.some(([, on]) => on <= latest) ? [] : [`${day}: charged without a notice`]),
    ...(ended.has(monthly) ? [`${day}: charged after its end`] : []),
    ...(isLate ? [`${day}: charged for another month`] : []),
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
async function begin(
  world: World,
  email: string,
  card: Record<string, string>,
  donorUid: string | null = null,
) {
  const { donations } = openServer(world)
  const form = { amount: kobo(5_000_00), monthly: true, name: 'Ada' }
  const { campaign } = world.model
  const started = await donations.startDonation(donationBy(email, { campaign, form, donorUid }))
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

it('keeps what a guest gives where another guest types the same address, and replaces what an account gave', async () => {
  const world = await openWorld()
  await approve(world)
  const guest = await begin(world, 'ada@example.com', saved)
  const other = await begin(world, 'ada@example.com', saved)
  const former = await begin(world, 'ada@example.com', saved, 'ada')
  const account = await begin(world, 'ada@work.example', saved, 'ada')
  expect(former).not.toBe(account)
  const ids = (await listMonthly()).map(({ id }) => id)
  expect(new Set(ids)).toEqual(new Set([guest, other, account]))
})

const toFirstWords = ({ subject, recipient }: Awaited<ReturnType<typeof listMails>>[number]) =>
  `${recipient} ${subject.split(' ').slice(0, 2).join(' ')}`

it('writes to the present address of an account, and charges with the one that paid first', async () => {
  const world = await openDueWorld('ada-uid')
  await runServer(world)
  const [charge] = await listCharges()
  expect(charge?.state).toBe('paid')
  const addresses = await owner.values(
    z.instanceof(Buffer),
    sql`select donor_email_sealed from donation order by monthly_month nulls first`,
  )
  expect(addresses.map((sealed) => world.deps.sealing.open('donor-email', sealed))).toEqual([
    'ada@example.com',
    'ada@new.example',
  ])
  expect((await listMails(owner)).map(toFirstWords)).toEqual(['ada@new.example Your ₦5,000.00'])
})

describe('a charge that the bank wants confirmed', () => {
  async function openPaused() {
    const world = await openDueWorld()
    world.sandbox.faults.set({ behaviour: { savedCards: 'challenged' } })
    await runServer(world)
    const [mail] = (await listMails(owner)).slice(1)
    expect(mail?.subject).toBe('Please confirm your donation to "A well for Ife"')
    const page = /https:\S+\/checkout\/\w+/.exec(mail?.text ?? '')?.[0] ?? ''
    const pass = async (day: string) => {
      toDay(world, day)
      const { donations } = openServer(world)
      for (const due of await donations.claimDueChecks(10)) {
        await donations.verifyPayment(due.reference, 'check')
        await donations.finishCheck(due)
      }
      await runServer(world)
    }
    const confirm = async () => {
      await world.send(`${page}/card`, { method: 'POST', body: new URLSearchParams(saved) })
      const [charge] = await listCharges()
      await openServer(world).donations.verifyPayment(charge?.reference ?? '', 'webhook')
    }
    return { ...world, pass, confirm }
  }

  it('waits for the donor, who pays it by the link in the mail, and says nothing of a failure', async () => {
    const { pass, confirm } = await openPaused()
    await pass('2027-02-07')
    expect(await listMails(owner)).toHaveLength(2)
    await confirm()
    await pass('2027-02-08')
    expect((await listCharges()).map(({ state }) => state)).toEqual(['paid'])
    expect((await listMonthly())[0]).toMatchObject({ nextOn: '2027-03-05', isAnnounced: false })
    expect(await listMails(owner)).toHaveLength(2)
  })

  it('has failed after seven days, and a success after that counts, also for the failures in a row', async () => {
    const { pass, confirm, sandbox } = await openPaused()
    for (const day of ['2027-02-12', '2027-02-13']) await pass(day)
    expect((await listMails(owner)).slice(2).map(toFirstWords)).toEqual([
      'ada@example.com Your monthly',
    ])
    sandbox.faults.set({ behaviour: { savedCards: 'declined' } })
    await pass('2027-03-02')
    await pass('2027-03-05')
    await pass('2027-04-02')
    await confirm()
    await pass('2027-04-05')
    // Three failed, and then the first was paid.
    expect((await listMonthly())[0]).toMatchObject({ nextOn: '2027-05-05' })
  })
})

it('ends where the bank of the donor asks for a donation back', async () => {
  const world = await openDueWorld()
  await owner.run(sql`
    insert into provider_dispute (campaign_id, dispute_id, mode, donation_id, status, asked_at)
    select campaign_id, 1, mode, id, 'resolved', ${world.clock.now} from donation`)
  await runServer(world)
  expect(await listCharges()).toEqual([])
  expect(await listMonthly()).toEqual([])
  expect((await listMails(owner)).at(-1)?.text).toContain('took back one of your donations')
})

/** The donor was told, and today is the day. An account has changed its address before. */
async function openDueWorld(donorUid: string | null = null) {
  const world = await openWorld()
  await approve(world)
  await begin(world, 'ada@example.com', saved, donorUid)
  if (donorUid !== null)
    await owner.run(sql`
      insert into account (uid, email, email_verified, created_at)
      values (${donorUid}, 'ada@new.example', true, ${world.clock.now})`)
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
  'the month ended': async (world: World) => toDay(world, '2027-03-01'),
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
      toDay(world, '2027-02-06')
      await change(world)
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

async function beginSomeone(world: World, play: Play, beginnings: Map<string, string>) {
  const email = play.pick(['ada@example.com', 'bola@example.com', 'chidi@example.com'])
  const donorUid = email.startsWith('chidi') ? null : email
  const id = await begin(world, email, play.pick([saved, saved, expiring, other]), donorUid)
  const active = new Set((await listMonthly()).map((row) => row.id))
  if (id === undefined || !active.has(id)) return
  // Another card of an account takes the place of the former one. A guest gives both.
  const former = donorUid === null ? undefined : beginnings.get(email)
  if (former !== undefined) world.model.ended.add(former)
  beginnings.set(email, id)
}

/** What people, banks and staff do on a day. */
async function live(world: World, play: Play, beginnings: Map<string, string>) {
  const { model, sandbox } = world
  if (chance(play, 2)) await beginSomeone(world, play, beginnings)
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
  const id = await begin(world, 'ada@example.com', saved, 'ada@example.com')
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

it(
  `charges nothing twice a month, nothing after the end and nothing without a notice in ${histories} histories of a year (seed ${seed})`,
  async () => {
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
  },
  histories * 60_000 + 600_000,
)
