import { beforeEach, describe, expect, it } from 'vitest'

import { invalid } from '#shared/text/invalid.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openMoneyApp, type MoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'
import { as, visitor } from '#test/support/people/people.ts'
import { searchTables } from '#test/support/privacy/search-everything.ts'

import { openLog } from '../platform/runtime/log.ts'
import { texts } from '../text/texts.ts'

const { database, owner } = await freshDatabase()
const logged: string[] = []
let at: MoneyApp
let path: string

beforeEach(async () => {
  logged.length = 0
  const log = openLog('trace', { write: (line: string) => void logged.push(line) })
  at = await openMoneyApp({ database, owner, log })
  path = `/api/donations/${(await payDonation(at)).accessCode}/receipt.pdf`
})

const send = (company: string, tin: string) =>
  as(at.app, visitor)(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new TextEncoder().encode(new URLSearchParams({ company, tin }).toString()),
  })
const readText = async (response: Response) =>
  readPdfText(Buffer.from(await response.arrayBuffer()))

describe('POST /api/donations/:id/receipt.pdf', () => {
  it.each([
    ['10 digits', '1234567890'],
    ['8 and 4 digits', '12345678-0001'],
    ['13 digits with spaces', '123 456 789 0123'],
  ])(
    'prints the company and a TIN of %s at the donor, and says that both were stated',
    async (_form, tin) => {
      const response = await send('  Okoro &  Sons Ltd ', ` ${tin.replace(' ', '   ')} `)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'application/pdf',
      ])
      expect(response.headers.get('cache-control')).toBe('no-store')
      const text = await readText(response)
      const { companyStated } = texts.en.receipt.pdf
      for (const expected of ['Okoro & Sons Ltd', tin]) expect(text).toContain(expected)
      expect(text.replaceAll(/\s+/g, ' ')).toContain(companyStated)
    },
  )

  it('changes nothing that is signed', async () => {
    const get = () => as(at.app, visitor)(path)
    const signedPart = (text: string) => text.slice(text.indexOf('Verify this receipt'))
    const before = await readText(await get())
    const withCompany = await readText(await send('Okoro & Sons Ltd', '1234567890'))
    expect(signedPart(withCompany)).toBe(signedPart(before))
    expect(await readText(await get())).toBe(before)
  })

  it('stores and logs neither company nor TIN', async () => {
    await send('Okoro & Sons Ltd', '1234567890')
    await send('Okoro & Sons Ltd', '1234567890 and more')
    const needles = ['Okoro', '1234567890'].map((name) => ({ name, bytes: Buffer.from(name) }))
    const { found } = await searchTables({ owner, sealing: at.sealing }, needles)
    expect([...found]).toEqual([])
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.filter((line) => /Okoro|1234567890/.test(line))).toEqual([])
  })

  it.each([
    ['no company', '   ', '1234567890', { company: [invalid.company] }],
    ['201 characters', 'a'.repeat(201), '1234567890', { company: [invalid.tooLong] }],
    ['7 digits', 'Okoro Ltd', '123-45 67', { tin: [invalid.tin] }],
    ['15 digits', 'Okoro Ltd', '123456789012345', { tin: [invalid.tin] }],
    ['letters', 'Okoro Ltd', 'TIN 12345678', { tin: [invalid.tin] }],
  ])('refuses %s at its field', async (_name, company, tin, fields) => {
    const response = await send(company, tin)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid-input', fields } })
  })
})
