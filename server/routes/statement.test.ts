import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { statementSchema } from '#shared/receipt.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation, startDonation } from '#test/support/money/paid-donation.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'
import { ada, as, bola, type Person } from '#test/support/people/people.ts'

const { at, people } = await freshMoneyApp({ other: ada, donor: bola })
const { other, donor } = people

const readStatement = async (who: Person, year: number) =>
  statementSchema.parse(await (await as(at.app, who)(`/api/statements/${year}`)).json())

describe('GET /api/statements/:year', () => {
  it('lists the donations of a year in Lagos time, minus refunds', async () => {
    // The last millisecond of 2025 in Lagos, and the first one of 2026. Lagos is one hour ahead of UTC.
    await payDonation(at, { donor, title: 'Last', paidAt: new Date('2025-12-31T22:59:59.999Z') })
    const first = await payDonation(at, {
      donor,
      title: 'First',
      paidAt: new Date('2025-12-31T23:00:00Z'),
    })
    await payDonation(at, { donor, title: 'Second', paidAt: new Date('2026-03-01T12:00:00Z') })
    at.provider.addRefund(first.reference, { amount: kobo(1_500_00), status: 'processed' })
    at.pass(1)
    await at.donations.verifyRefunds(first.reference, 'webhook')

    const statement = await readStatement(donor, 2026)
    expect(statement).toMatchObject({
      year: 2026,
      years: [2026, 2025],
      mode: 'sandbox',
      donations: [
        { campaign: 'First', amount: 5_000_00, reversed: 1_500_00, accessCode: first.accessCode },
        { campaign: 'Second', amount: 5_000_00, reversed: 0 },
      ],
      donated: 10_000_00,
      reversed: 1_500_00,
      net: 8_500_00,
    })
    expect(statement.donations[0]?.number).toMatch(/^2026-/)
    expect((await readStatement(donor, 2025)).donations).toMatchObject([{ campaign: 'Last' }])
  })

  it('leaves out donations of other people, of guests, and without a payment', async () => {
    await payDonation(at)
    await payDonation(at, { donor: other })
    await startDonation(at, { donor })
    expect(await readStatement(donor, 2026)).toMatchObject({ donations: [], donated: 0, net: 0 })
  })

  it.each(['1999', '20261', 'now', '-1'])('returns 404 for the year %s', async (year) => {
    expect((await as(at.app, donor)(`/api/statements/${year}`)).status).toBe(404)
    expect((await as(at.app, donor)(`/api/statements/${year}/statement.pdf`)).status).toBe(404)
  })
})

describe('GET /api/statements/:year/statement.pdf', () => {
  it('lists the same donations in a PDF over several pages', async () => {
    for (let number = 1; number <= 30; number++)
      await payDonation(at, { donor, title: `Campaign ${number} of many that have a long name` })

    const response = await as(at.app, donor)('/api/statements/2026/statement.pdf')
    expect(response.headers.get('content-disposition')).toContain('ajo-donations-2026.pdf')
    const pdf = Buffer.from(await response.arrayBuffer())
    const text = readPdfText(pdf)
    const { donations } = await readStatement(donor, 2026)
    for (const { number } of donations) expect(text).toContain(number)
    expect(text).toContain('₦150,000.00')
    expect(text).toContain('Bola Okafor (bola@example.com)')
    expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(1)
  })
})
