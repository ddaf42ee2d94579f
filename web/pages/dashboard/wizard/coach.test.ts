import { describe, expect, it } from 'vitest'

import { coach, findAmounts } from './coach.tsx'

const naira = (...amounts: number[]) => amounts.map((amount) => amount * 100)
const tips = (form: Parameters<typeof coach>[0]) =>
  [...coach(form).basic, ...coach(form).information].map(({ tip }) => tip)

describe('the amounts of a text', () => {
  it.each([
    ['₦250,000 for the pump and ₦1,250.50 for pipes', naira(250_000, 1_250.5)],
    ['N250k, NGN 2 million and N1.5m', naira(250_000, 2_000_000, 1_500_000)],
    ['two pumps at 300,000 naira, 1 million naira for drilling', naira(300_000, 1_000_000)],
    ['400 families, 35 N95 masks, 2026 and 10 km', []],
    ['N999999999999999999999', []],
  ])('"%s" are %j', (text, amounts) => {
    expect(findAmounts(text)).toEqual(amounts)
  })
})

describe('the facts that donors look for', () => {
  const { facts: none } = coach({})
  it('are all open for an empty form', () => {
    expect(none).toEqual({ who: false, purpose: false, costs: false, deadline: false })
  })

  it.each([
    ['My mother needs an operation.'],
    ['Four hundred families drink from the river.'],
    ['Help Amaka Obi go back to school'],
    ['I am a final year student.'],
  ])('name the person in "%s"', (description) => {
    expect(coach({ description }).facts.who).toBe(true)
  })

  it.each([
    ['We need the money before 12 March.'],
    ['The new term starts next month.'],
    ['by the end of July'],
  ])('name the time in "%s"', (importance) =>
    expect(coach({ importance }).facts.deadline).toBe(true),
  )

  it('leave out what a text does not name', () => {
    const form = { description: 'Please give what you can.', raiseMoneyFor: 'Water' }
    expect(coach(form).facts).toEqual(none)
  })

  it('name the purpose and its costs', () => {
    const raiseMoneyFor = 'A borehole with a solar pump: drilling ₦2,000,000, pump ₦1,000,000.'
    expect(coach({ raiseMoneyFor }).facts).toMatchObject({ purpose: true, costs: true })
  })
})

describe('the suggestions', () => {
  it('are none for an empty form, and for a complete one', () => {
    expect(tips({})).toEqual([])
    expect(
      tips({
        title: 'A well for Oke-Odo',
        description: 'Our well has run dry. '.repeat(20),
        goalAmount: '3,000,000',
        budget: [{ text: 'Drilling', amount: '3,000,000' }],
        startDate: '2026-12-01',
        endDate: '2027-02-01',
        raiseMoneyFor: 'Drilling ₦2,000,000 and a pump ₦1,000,000, together ₦3,000,000.',
        images: [{ alt: 'The well' }, { alt: 'The queue' }, { alt: 'The village' }],
      }),
    ).toEqual([])
  })

  it.each([
    ['a title of few letters', { title: 'Please help' }, ['short-title']],
    ['a title in capitals', { title: 'HELP US BUILD A WELL' }, ['capital-title']],
    ['a short story', { description: 'Our well is dry.' }, ['short-story']],
    ['a story without paragraphs', { description: 'Dry. '.repeat(200) }, ['one-paragraph']],
    ['a large goal without a budget', { goalAmount: '500000' }, ['large-goal']],
    [
      'parts that are not the goal',
      { goalAmount: '3000000', raiseMoneyFor: 'Drilling ₦1,000,000, pump ₦500,000' },
      ['sum-differs'],
    ],
    ['a few days', { startDate: '2026-12-01', endDate: '2026-12-10' }, ['short-time']],
    ['more than half a year', { startDate: '2026-12-01', endDate: '2027-12-01' }, ['long-time']],
    [
      'one photo without a description',
      { images: [{ alt: '' }] },
      ['few-photos', 'undescribed-photos'],
    ],
  ])('name %s', (_what, form, expected) => {
    expect(tips(form)).toEqual(expected)
  })

  it('have the sum of the parts, without the goal that is named beside them', () => {
    const raiseMoneyFor = 'We need ₦3,000,000: ₦1,000,000 for drilling, ₦500,000 for the pump.'
    expect(coach({ goalAmount: '3,000,000.00', raiseMoneyFor }).information).toEqual([
      { tip: 'sum-differs', sum: 1_500_000_00, goal: 3_000_000_00 },
    ])
  })
})
