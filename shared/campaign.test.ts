import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { amountSentences } from './text/amount-sentences.ts'
import { campaignInputSchema, contactSchema } from './campaign.ts'
import { lagosDay } from './day.ts'
import { invalid } from './text/invalid.ts'

const long = 'Fifty characters are soon written when one knows why one asks.'
const inDays = (days: number) => lagosDay(new Date(Date.now() + days * 86_400_000))

const campaign = {
  title: 'A well for Ife',
  country: 'Nigeria',
  city: 'Ife',
  category: 'Community Development',
  description: 'Clean water for four hundred families.',
  goalAmount: '5,000,000.00',
  startDate: inDays(1),
  endDate: inDays(30),
  raiseMoneyFor: long,
  importance: long,
  impact: long,
  images: [{ id: 'a'.repeat(64), alt: 'The dry well' }],
  name: 'Ada Obi',
  email: 'ada@example.org',
  phone: '+234 801 234 5678',
  bank: '058',
  accountNumber: '0123456789',
}

function getMessages(input: unknown): string[] {
  const result = z.safeParse(campaignInputSchema, input)
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path[0]?.toString()}: ${message}`)
}

describe('campaignInputSchema (specification §5, readings C1–C6)', () => {
  it('converts the goal to kobo and makes the contact private by default', () => {
    expect(z.parse(campaignInputSchema, campaign)).toMatchObject({
      goalAmount: 500_000_000,
      showContact: false,
    })
  })

  it('checks the order of the dates although every other field is invalid', () => {
    const day = inDays(1)
    const empty = Object.fromEntries(Object.keys(campaign).map((field) => [field, '']))

    const messages = getMessages({ ...empty, startDate: day, endDate: day })

    expect(messages).toContain(`endDate: ${invalid.endDate}`)
    expect(messages).toContain(`description: ${invalid.description}`)
  })

  it.each([
    [{ title: ' ' }, `title: ${invalid.title}`],
    [{ country: '' }, `country: ${invalid.country}`],
    [{ city: '' }, `city: ${invalid.city}`],
    [{ category: 'Charity' }, `category: ${invalid.category}`],
    [{ description: '' }, `description: ${invalid.description}`],
    [{ goalAmount: '' }, `goalAmount: ${invalid.goalAmount}`],
    [{ goalAmount: 'a lot' }, `goalAmount: ${amountSentences.form}`],
    [{ goalAmount: '99.99' }, `goalAmount: ${invalid.goalAmountRange}`],
    [{ goalAmount: '10,000,000,000.01' }, `goalAmount: ${invalid.goalAmountRange}`],
    [{ startDate: inDays(0) }, `startDate: ${invalid.startDate}`],
    [{ startDate: 'soon' }, `startDate: ${invalid.startDate}`],
    [{ endDate: inDays(1) }, `endDate: ${invalid.endDate}`],
    [{ raiseMoneyFor: 'x'.repeat(49) }, `raiseMoneyFor: ${invalid.raiseMoneyFor}`],
    [{ importance: ` ${'x'.repeat(49)} ` }, `importance: ${invalid.importance}`],
    [{ impact: '' }, `impact: ${invalid.impact}`],
    [{ images: [] }, `images: ${invalid.images}`],
    [{ images: Array(11).fill(campaign.images[0]) }, `images: ${invalid.tooManyImages}`],
    [{ name: '' }, `name: ${invalid.name}`],
    [{ email: 'ada' }, `email: ${invalid.email}`],
    [{ phone: '0801234' }, `phone: ${invalid.phone}`],
    [{ bank: '' }, `bank: ${invalid.bank}`],
    [{ accountNumber: '' }, `accountNumber: ${invalid.accountNumber}`],
    [{ accountNumber: '12345' }, `accountNumber: ${invalid.accountNumberForm}`],
  ])('refuses %j', (change, message) => {
    expect(getMessages({ ...campaign, ...change })).toEqual([message])
  })

  const line = (text: string, amount = '1,000,000') => ({ text, amount })
  const three = [line('Drilling', '3,000,000'), line('A pump'), line('Pipes')]

  it('reads a budget that adds up to the goal, without its empty lines', () => {
    const budget = [...three, line(' ', ''), line('', '')]
    expect(z.parse(campaignInputSchema, { ...campaign, budget }).budget).toEqual([
      { text: 'Drilling', amount: 3_000_000_00 },
      { text: 'A pump', amount: 1_000_000_00 },
      { text: 'Pipes', amount: 1_000_000_00 },
    ])
    expect(z.parse(campaignInputSchema, { ...campaign, budget: [line('', '')] }).budget).toEqual([])
  })

  it.each([
    ['of two lines', [line('Drilling', '4,000,000'), line('A pump')], invalid.budget],
    ['of nine lines', Array.from({ length: 9 }, (_, index) => line(`${index}`)), invalid.budget],
    ['with a line twice', [...three, line('Pipes', '1')], invalid.budget],
    ['with a line without a text', [...three, line('')], invalid.budget],
    ['with a line without an amount', [...three, line('Work', '')], invalid.budget],
    ['with a word as an amount', [...three, line('Work', 'some')], invalid.budget],
    [
      'that is less than the goal',
      [...three.slice(1), line('Work', '2,999,999.99')],
      invalid.budgetSum,
    ],
  ])('refuses a budget %s', (_what, budget, message) => {
    expect(getMessages({ ...campaign, budget })).toEqual([`budget: ${message}`])
  })

  it('accepts values at the limits', () => {
    const long = 'x'.repeat(50)
    const texts = { raiseMoneyFor: long, importance: long, impact: long, phone: '0801234567' }
    const limits = { goalAmount: '100.00', startDate: inDays(1), endDate: inDays(2) }
    expect(getMessages({ ...campaign, ...texts, ...limits })).toEqual([])
    expect(getMessages({ ...campaign, goalAmount: '10,000,000,000.00' })).toEqual([])
  })
})

it('keeps leading zeros of account numbers and bank codes', () => {
  const contact = { ...campaign, accountNumber: '0000000000', bank: '044' }
  expect(z.parse(contactSchema, contact)).toMatchObject({
    accountNumber: '0000000000',
    bank: '044',
  })
})
