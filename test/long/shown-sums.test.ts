import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { statementSchema } from '#shared/receipt.ts'
import { campaignPayoutsSchema, ownPayoutsSchema } from '#shared/payouts.ts'
import { formatNaira, kobo } from '#shared/money.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'
import { listWrongSums, readCsv, sumColumn } from '#test/support/money/identities.ts'
import { donationBy, listBalances } from '#test/support/money/ledger.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, bola, createPerson, dada, visitor } from '#test/support/people/people.ts'
import { openBuiltPages } from '#test/support/servers/built-pages.ts'
import { PayoutSums } from '#web/pages/dashboard/payouts.tsx'

/** `npm run test:long` runs 200. */
const isLong = process.env['HISTORIES'] !== undefined
const count = isLong ? 200 : 6
const seed = Number(process.env['SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 1))

const { database, owner, empty } = await testDatabase()
await empty()
const at = await openMoneyApp({ database, owner, pages: await openBuiltPages() })
const [organiser, donor, admin] = [
  await createPerson(database, ada),
  await createPerson(database, bola),
  await createPerson(database, dada),
]
const deps = { database, mode: at.payments.mode, now: () => at.clock.now, sealing: at.sealing }

const donation = fc.record({
  amount: fc.integer({ min: 100_00, max: 2_000_000_00 }),
  /** Another amount than asked for is no donation until an admin decides. */
  isLess: fc.constantFrom(false, false, false, true),
  returned: fc.constantFrom(0, 0, 33, 100),
  isPaidOut: fc.boolean(),
})
type Donation = typeof donation extends fc.Arbitrary<infer Value> ? Value : never

async function donate(campaign: Awaited<ReturnType<typeof insertCampaignBy>>, each: Donation) {
  const { amount, isLess } = each
  const form = { amount: kobo(amount) }
  const request = donationBy(bola.email, { campaign, donorUid: bola.uid, form })
  const started = await at.donations.startDonation(request)
  if (started.kind !== 'started') throw new Error(started.kind)
  const reference = at.provider.lastReference()
  const charged = kobo(isLess ? amount - 1 : amount)
  const change = isLess ? { amount: charged, requestedAmount: charged } : {}
  const payment = at.provider.pay(reference, change)
  await at.donations.verifyPayment(reference, 'webhook')
  if (each.returned > 0)
    at.provider.addRefund(reference, {
      amount: kobo(Math.floor((charged * each.returned) / 100)),
      status: 'processed',
    })
  const share = charged - (payment.fees ?? 0) - 100
  return { ...each, reference, accessCode: started.accessCode, share }
}

async function play(history: Donation[]) {
  const title = `A well ${at.provider.started.length}`
  const campaign = await insertCampaignBy(at.content, ada, 'approved', {
    title,
    endDate: '2027-06-01',
  })
  const donations = []
  for (const each of history) donations.push(await donate(campaign, each))
  const paidOut = donations.filter(({ isPaidOut }) => isPaidOut)
  const total = kobo(paidOut.reduce((sum, { share }) => sum + share, 0))
  const references = paidOut.map(({ reference }) => reference)
  if (total > 0) at.provider.addSettlement(references, { total, effective: total })
  return { campaign, donations }
}
type Played = Awaited<ReturnType<typeof play>>

/** A busy machine asks to try again. */
const get = async (person: Parameters<typeof as>[1], path: string) => {
  let response = await as(at.app, person)(path)
  while (response.status === 503) response = await as(at.app, person)(path)
  expect([path, response.status]).toEqual([path, 200])
  return response
}
const getText = async (person: Parameters<typeof as>[1], path: string) =>
  (await get(person, path)).text()
/** A page of the dashboard whose data are late comes without them. */
const getPage = async (person: Parameters<typeof as>[1], path: string) => {
  let page = await getText(person, path)
  while (page.includes('"isShell":true')) page = await getText(person, path)
  return page
}
const getPdf = async (person: Parameters<typeof as>[1], path: string) =>
  readPdfText(Buffer.from(await (await get(person, path)).arrayBuffer())).replaceAll(/\s/g, '')

const toNumber = (amount: number) => formatNaira(kobo(amount)).replace('₦', '')

const unlessZero = (amount: number) => (amount === 0 ? [] : [amount])

async function checkCampaign({ campaign: { id, slug }, donations }: Played) {
  const api = `/api/campaigns/${id}`
  const money = z.parse(
    campaignPayoutsSchema,
    await (await get(organiser, `${api}/payouts`)).json(),
  )
  const { sums, payouts } = money
  expect(await listWrongSums(deps, id)).toEqual([])
  expect(sums.donated - sums.reversed).toBe(sums.raised)
  expect(sums.raised - sums.fees - sums.platform + sums.other).toBe(sums.net)
  expect(payouts.due + payouts.held + payouts.paidOut - payouts.owedBack).toBe(sums.net)

  // The browser alone renders this page.
  const page = renderToStaticMarkup(createElement(PayoutSums, { sums, payouts, isOwner: true }))
  const onPage = [...page.matchAll(/<dd class="[^"]*\bmoney\b[^"]*">(.*?)<\/dd>/g)].map(
    ([, cell]) => (cell ?? '').replace(/^[−+]/, ''),
  )
  const { due, held, paidOut, owedBack } = payouts
  const shownSums = [
    sums.donated,
    sums.reversed,
    sums.raised,
    sums.fees,
    sums.platform,
    ...unlessZero(sums.other),
    sums.net,
    due,
    ...unlessZero(held),
    paidOut,
    ...unlessZero(owedBack),
  ]
  expect(onPage).toEqual(shownSums.map((amount) => formatNaira(kobo(amount))))
  const rows = readCsv(await getText(organiser, `${api}/donations.csv`))
  expect(sumColumn(rows, 'Amount (NGN)')).toBe(sums.donated)
  const program = z.parse(
    z.object({ raisedKobo: z.int() }),
    await (await get(visitor, `/api/v1/campaigns/${slug}`)).json(),
  )
  expect(program.raisedKobo).toBe(sums.raised)

  const lines = readCsv(await getText(organiser, `${api}/payouts.csv`))
  expect(sumColumn(lines, 'Net (NGN)')).toBe(payouts.paidOut)
  const listed = money.newest.reduce((sum, { net }) => sum + net, 0)
  expect(listed).toBe(payouts.paidOut)

  expect(await getText(visitor, `/c/${slug}`)).toContain(formatNaira(sums.raised))
  const ledger = await getText(visitor, `/c/${slug}/ledger`)
  const shown = [...ledger.matchAll(/<dd class="money font-medium">([^<]*)<\/dd>/g)].map(
    ([, cell]) => cell,
  )
  const wanted = [
    sums.donated,
    sums.reversed,
    payouts.paidOut,
    sums.raised,
    sums.net,
    sums.platform,
    sums.fees,
  ]
  expect(shown).toEqual(wanted.map((amount) => formatNaira(kobo(amount))))
  for (const { accessCode, amount } of donations.filter(({ isLess }) => !isLess)) {
    const receipt = await getPdf(donor, `/api/donations/${accessCode}/receipt.pdf`)
    expect(receipt).toContain(toNumber(amount))
  }
  return { id, sums, payouts }
}

it(`the sums of pages, programs, PDFs and files of accountants are equal for ${count} random campaigns (seed ${seed})`, async () => {
  const drawn = fc.array(donation, { minLength: 1, maxLength: 4 })
  const played: Played[] = []
  for (const history of fc.sample(drawn, { numRuns: count, seed })) played.push(await play(history))
  for (const task of ['reconcile-reversals', 'reconcile-settlements']) await at.runTask(task)
  await at.runJobs()
  const checked: Awaited<ReturnType<typeof checkCampaign>>[] = []
  for (const each of played) checked.push(await checkCampaign(each))
  const sum = (toKobo: (each: (typeof checked)[number]) => number) =>
    checked.reduce((total, each) => total + toKobo(each), 0)

  const raised = formatNaira(kobo(sum(({ sums }) => sums.raised)))
  expect(await getPage(organiser, '/dashboard/overview')).toContain(raised)
  expect(await getPage(donor, '/dashboard/transactions?tab=given')).toContain(raised)

  const own = z.parse(ownPayoutsSchema, await (await get(organiser, '/api/payouts')).json())
  const ofEach = checked.filter(({ sums }) => sums.donations > 0 || sums.net !== 0)
  const wanted = ofEach.map(({ id, sums, payouts }) => {
    const { dueBy: _dueBy, donations: _donations, ...each } = { id, ...sums, ...payouts }
    return each
  })
  const byId = <Row extends { id: string }>(rows: Row[]) =>
    rows.toSorted((one, other) => one.id.localeCompare(other.id))
  expect(byId(own.campaigns.map(({ title: _title, ...each }) => each))).toEqual(byId(wanted))
  const page = await getPage(organiser, '/dashboard/payouts')
  for (const { raised: each } of own.campaigns) expect(page).toContain(formatNaira(each))

  const statement = z.parse(
    statementSchema,
    await (await get(donor, '/api/statements/2026')).json(),
  )
  expect(statement.donated).toBe(sum(({ sums }) => sums.donated))
  expect(statement.reversed).toBe(sum(({ sums }) => sums.reversed))
  expect(statement.net).toBe(sum(({ sums }) => sums.raised))
  expect(await getPdf(donor, '/api/statements/2026/statement.pdf')).toContain(
    toNumber(statement.net),
  )

  const readFile = async (name: string) =>
    readCsv(await getText(admin, `/api/admin/books/${name}.csv?from=2020-01-01&to=2030-12-31`))
  const journal = await readFile('journal')
  expect(sumColumn(journal, 'Debit (NGN)')).toBe(sumColumn(journal, 'Credit (NGN)'))
  for (const { id, payouts } of checked) {
    const own = journal.filter(
      ({ Campaign, Account = '' }) =>
        Campaign === id && ['payableDue', 'payableHeld', 'ownerReceivable'].includes(Account),
    )
    const owed = sumColumn(own, 'Credit (NGN)') - sumColumn(own, 'Debit (NGN)')
    expect(owed).toBe(payouts.due + payouts.held - payouts.owedBack)
  }
  const balances = (await readFile('trial-balance')).map(
    (row) => [row['Account'] ?? '', sumColumn([row], 'Closing (NGN)')] as const,
  )
  expect(Object.fromEntries(balances.filter(([, closing]) => closing !== 0))).toEqual(
    await listBalances(database),
  )
  const receipts = await readFile('receipts')
  expect(sumColumn(receipts, 'Amount (NGN)')).toBe(sum(({ sums }) => sums.donated))
  const actions = await database.row(
    z.object({ count: z.int() }),
    sql`select count(*)::integer as count from audit_log`,
  )
  expect(await readFile('audit-log')).toHaveLength(actions?.count ?? -1)
}, 1_200_000)
