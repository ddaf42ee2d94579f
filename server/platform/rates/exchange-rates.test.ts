import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { openLog } from '../runtime/log.ts'
import { openExchangeRates, parseRates } from './exchange-rates.ts'

const now = new Date('2026-11-28T12:00:00+01:00')
const line = '2026-11-28 USD=1500 GBP=2000 EUR=1600'
const csv = `Rate Date,Currency,Rate Year,Rate Month,Buying Rate,Central Rate,Selling Rate
"11/27/2026","US DOLLAR","2026","November","1,480.5","1,481.0","1,481.5"
"11/28/2026","US DOLLAR","2026","November","1,499.5","1,500.0","1,500.5"
"11/28/2026","POUNDS STERLING","2026","November","1999","2000","2001"
"11/28/2026","YEN","2026","November","9","9.5","10"
"11/28/2026","EURO","2026","November","1599","1600","1601"
`
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"><Cube>
<Cube time='2026-11-28'><Cube currency='USD' rate='1.0666666666'/><Cube currency='GBP' rate='0.8'/>
<Cube currency='NGN' rate='1600'/></Cube>
<Cube time='2026-11-27'><Cube currency='USD' rate='2'/><Cube currency='NGN' rate='1000'/></Cube>
</Cube></gesmes:Envelope>`

describe('the formats of rates', () => {
  it.each([
    ['a line of the operator', line],
    ['the CSV of the CBN', csv],
    ['the CSV of the CBN with Windows line ends', `\uFEFF${csv.replaceAll('\n', '\r\n')}`],
    ['XML as the ECB writes it, with naira', xml],
  ])('reads %s', (_, text) => {
    const rates = parseRates(text, now)
    expect(rates?.day).toBe('2026-11-28')
    expect(rates?.naira.USD).toBeCloseTo(1500, 4)
    expect(rates?.naira).toMatchObject({ GBP: 2000, EUR: 1600 })
  })

  it.each([
    ['nothing', ''],
    ['XML without naira', xml.replaceAll('NGN', 'JPY')],
    [
      'XML with a rate of naira that is no number',
      xml.replaceAll(/'NGN' rate='\d+'/g, "'NGN' rate='x'"),
    ],
    ['a day that does not exist', line.replace('2026-11-28', '2026-11-31')],
    ['a day that has not begun', line.replace('2026-11-28', '2026-11-29')],
    ['no currency of ours', '2026-11-28 YEN=9'],
    ['rates that are no plain numbers', '2026-11-28 USD=0 GBP=-1 EUR=1e3'],
    ['a page with an error', '<html><body>503</body></html>'],
  ])('knows no rate from %s', (_, text) => {
    expect(parseRates(text, now)).toBeUndefined()
  })

  it('finds only finite rates of days that began, in a damaged file', () => {
    const damage = fc.record({
      text: fc.constantFrom(line, csv, xml),
      from: fc.nat(600),
      cut: fc.nat(600),
      put: fc.oneof(
        fc.string(),
        fc.constantFrom('"', "'", ',', '<Cube', '0', '1e99', '2026-12-31'),
      ),
    })
    fc.assert(
      fc.property(fc.oneof(damage, fc.string()), (input) => {
        const { text, from, cut, put } =
          typeof input === 'string' ? { text: input, from: 0, cut: 0, put: '' } : input
        const rates = parseRates(text.slice(0, from) + put + text.slice(from + cut), now)
        if (!rates) return
        expect(rates.day <= '2026-11-28').toBe(true)
        const found = Object.values(rates.naira)
        expect(found.every((rate) => rate > 0 && Number.isFinite(rate))).toBe(true)
        expect(found.length).toBeGreaterThan(0)
      }),
      { numRuns: 2_000, seed: 34 },
    )
  })
})

describe('what a reader sees', () => {
  const open = (source = line, clock = { at: now }) =>
    openExchangeRates({ source, now: () => clock.at, log: openLog('silent') })
  const currencyOf = async (languages: string, cookies = '') => {
    const view = (await open()).findView('/c/a-well', cookies, languages)
    return view && `${view.currency}${view.isChosen ? '' : '?'}`
  }

  it.each([
    ['en-GB,en;q=0.9', '', 'GBP?'],
    ['en-US', '', 'USD?'],
    ['de', '', 'EUR?'],
    ['fr-CA', '', 'USD?'],
    ['en-NG,en-GB;q=0.9', '', undefined],
    ['en-GB,yo;q=0.5', '', undefined],
    ['en', '', undefined],
    ['*', '', undefined],
    ['', '', undefined],
    ['%%%', '', undefined],
    ['', 'currency=GBP', 'GBP'],
    ['de', 'a=b; currency=USD', 'USD'],
    ['en-GB', 'currency=NGN', undefined],
    ['en-GB', 'currency=XXX', undefined],
  ])('with the languages "%s" and the cookie "%s" is %s', async (languages, cookies, currency) => {
    expect(await currencyOf(languages, cookies)).toBe(currency)
  })

  it('is nothing on a page without sums of a campaign', async () => {
    expect((await open()).findView('/fees', 'currency=GBP', '')).toBeUndefined()
  })

  it('is no rate that is older than 48 hours, or of a day that has not begun', async () => {
    const clock = { at: now }
    const rates = await open(line, clock)
    const seenAt = (at: string) => {
      clock.at = new Date(at)
      return rates.findView('/c/a-well', 'currency=GBP', '')?.naira
    }
    expect(seenAt('2026-11-27T23:59:59+01:00')).toBeUndefined()
    expect(seenAt('2026-11-28T00:00:00+01:00')).toBe(2000)
    expect(seenAt('2026-11-30T00:00:00+01:00')).toBe(2000)
    expect(seenAt('2026-11-30T00:00:00.001+01:00')).toBeUndefined()
  })

  it('follows the file, and keeps the rates before while it is broken', async () => {
    const clock = { at: now }
    const source = join(mkdtempSync(join(tmpdir(), 'ajo-rates-')), 'rates.csv')
    const rates = await open(source, clock)
    const see = () => rates.findView('/c/a-well', 'currency=GBP', '')?.naira
    expect(see()).toBeUndefined()
    const write = async (text: string, expected: number) => {
      writeFileSync(source, text)
      clock.at = new Date(clock.at.getTime() + 60_000)
      await vi.waitFor(() => expect(see()).toBe(expected))
    }
    await write(csv, 2000)
    await write(csv.slice(0, 40), 2000)
    await write(csv.replace('"2000"', '"2100"'), 2100)
  })
})
