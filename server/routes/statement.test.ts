import { beforeEach, describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { statementSchema } from '#shared/receipt.ts'
import { testDatabase } from '#test/database.ts'
import { openMoneyApp, type MoneyApp } from '#test/money-app.ts'
import { paidGift, pledgedGift } from '#test/paid-donation.ts'
import { pdfText } from '#test/pdf-text.ts'
import { ada, as, bola, createPerson, type Person } from '#test/people.ts'

const { database, owner, empty } = await testDatabase()
let at: MoneyApp
let donor: Person
let other: Person

beforeEach(async () => {
  await empty()
  at = await openMoneyApp({ database, owner })
  other = await createPerson(database, ada)
  donor = await createPerson(database, bola)
})

const statementOf = async (who: Person, year: number) =>
  statementSchema.parse(await (await as(at.app, who)(`/api/statements/${year}`)).json())

describe('GET /api/statements/:year', () => {
  it('lists the gifts of a year in Lagos, less what was sent back', async () => {
    // The last moment of 2025 in Lagos, and the first of 2026, an hour before it is in London.
    await paidGift(at, { donor, title: 'Last', paidAt: new Date('2025-12-31T22:59:59.999Z') })
    const first = await paidGift(at, {
      donor,
      title: 'First',
      paidAt: new Date('2025-12-31T23:00:00Z'),
    })
    await paidGift(at, { donor, title: 'Second', paidAt: new Date('2026-03-01T12:00:00Z') })
    at.provider.refundMade(first.reference, { amount: kobo(1_500_00), status: 'processed' })
    at.pass(1)
    await at.ledger.verifyRefunds(first.reference, 'webhook')

    const statement = await statementOf(donor, 2026)
    expect(statement).toMatchObject({
      year: 2026,
      years: [2026, 2025],
      mode: 'sandbox',
      gifts: [
        { campaign: 'First', amount: 5_000_00, returned: 1_500_00, receipt: first.receipt },
        { campaign: 'Second', amount: 5_000_00, returned: 0 },
      ],
      given: 10_000_00,
      returned: 1_500_00,
      kept: 8_500_00,
    })
    expect(statement.gifts[0]?.number).toMatch(/^2026-/)
    expect((await statementOf(donor, 2025)).gifts).toMatchObject([{ campaign: 'Last' }])
  })

  it('shows nobody the gifts of others, of guests, or that were not paid', async () => {
    await paidGift(at)
    await paidGift(at, { donor: other })
    await pledgedGift(at, { donor })
    expect(await statementOf(donor, 2026)).toMatchObject({ gifts: [], given: 0, kept: 0 })
  })

  it.each(['1999', '20261', 'now', '-1'])('knows no year %s', async (year) => {
    expect((await as(at.app, donor)(`/api/statements/${year}`)).status).toBe(404)
    expect((await as(at.app, donor)(`/api/statements/${year}/statement.pdf`)).status).toBe(404)
  })
})

describe('GET /api/statements/:year/statement.pdf', () => {
  it('says the same on paper, over as many pages as it takes', async () => {
    for (let gift = 1; gift <= 30; gift++)
      await paidGift(at, { donor, title: `Campaign ${gift} of many that have a long name` })

    const answer = await as(at.app, donor)('/api/statements/2026/statement.pdf')
    expect(answer.headers.get('content-disposition')).toContain('ajo-gifts-2026.pdf')
    const pdf = Buffer.from(await answer.arrayBuffer())
    const text = pdfText(pdf)
    const { gifts } = await statementOf(donor, 2026)
    for (const { number } of gifts) expect(text).toContain(number)
    expect(text).toContain('₦150,000.00')
    expect(text).toContain('Bola Okafor (bola@example.com)')
    expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(1)
  })
})
