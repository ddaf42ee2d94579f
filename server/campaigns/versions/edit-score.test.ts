import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada } from '#test/support/people/people.ts'

import type { CampaignContent } from './campaign-fields.ts'
import { editSignals, scoreEdit, waitsFrom, findAddresses } from './edit-score.ts'

const words = Array.from({ length: 60 }, (_, index) => `word${'abcdefghij'[index % 10]}x`)
const story = words.join(' ')
const content: CampaignContent = newCampaignBy(ada, {
  description: story,
  importance: story,
  impact: story,
})
const edit = (change: Partial<CampaignContent>) => scoreEdit(content, { ...content, ...change })
const image = (letter: string, alt = '') => ({ id: letter.repeat(64), width: 1, height: 1, alt })

/** One change for each signal. */
const changes: Record<string, Partial<CampaignContent>> = {
  title: { title: 'Two wells' },
  goal: { goal: kobo(9_000_000_00) },
  endDate: { endDate: '2099-01-01' },
  raiseMoneyFor: { raiseMoneyFor: 'A car.' },
  budget: { budget: [{ text: 'A car', amount: kobo(9_000_000_00) }] },
  beneficiary: { contact: { ...content.contact, name: 'Bola Obi' } },
  bank: { bankAccount: { ...content.bankAccount, subAccountCode: 'ACCT_other' } },
  contact: { contact: { ...content.contact, phone: '+234 809 999 9999' } },
  addresses: { city: 'ajo-help.ng' },
  newImages: { images: [...content.images, image('b')] },
  moneyWords: { city: 'Wallet' },
  wordShare: { impact: `changed ${story}` },
  words: { impact: `changed ${story}` },
  city: { city: 'Ondo' },
  country: { country: 'Ghana' },
  removedImages: { images: [] },
  imageOrder: { images: [] },
  category: { category: 'Health' },
  cause: { cause: 'legal' },
  startDate: { startDate: '2098-01-01' },
}

describe('the score of an edit', () => {
  it('is zero without a change', () => {
    expect(scoreEdit(content, content)).toBe(0)
  })

  it.each(editSignals)('measures $signal', ({ signal, measure, points, why }) => {
    const change = changes[signal]
    expect(change, `a change for ${signal}`).toBeDefined()
    expect(measure(content, { ...content, ...change })).toBeGreaterThan(0)
    expect(measure(content, content)).toBe(0)
    expect(points).toBeGreaterThan(0)
    expect(why).toMatch(/\.$/)
  })

  it.each([
    'title',
    'goal',
    'endDate',
    'raiseMoneyFor',
    'beneficiary',
    'bank',
    'contact',
    'addresses',
    'newImages',
  ])('makes every change of %s wait', (signal) => {
    expect(edit(changes[signal] ?? {})).toBeGreaterThanOrEqual(waitsFrom)
  })

  it.each<[string, Partial<CampaignContent>]>([
    ['a corrected word', { description: story.replace('wordax', 'wordaz') }],
    ['a comma', { description: story.replace(' ', ', ') }],
    ['a sentence of thanks', { impact: `${story} Thank you all so much.` }],
    ['another category and start', { category: 'Health', startDate: '2098-01-01' }],
    [
      'a description of a picture',
      { images: content.images.map((shown) => ({ ...shown, alt: 'The old well' })) },
    ],
  ])('lets %s go live', (_name, change) => {
    expect(edit(change)).toBeLessThan(waitsFrom)
  })

  it('counts pictures and addresses that move between places once', () => {
    const before = { ...content, description: `${story} Call 08031234567` }
    const after = { ...content, impact: `${story} Call 08031234567` }
    expect(editSignals.find(({ signal }) => signal === 'addresses')?.measure(before, after)).toBe(0)
  })

  it('is never lower for an edit that changes more', () => {
    const fresh = fc.stringMatching(/^new[a-z]{3,8}$/)
    const extra = fc.constantFrom('wallet', 'www.pay.ng', '0803 123 4567', 'thanks', '*737*1#')
    const place = fc.nat({ max: words.length - 1 })
    const step = fc.record({ at: place, word: fc.oneof(fresh, extra), isAdded: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat({ max: 30 }), (steps, cut) => {
        const smaller = apply(steps.slice(0, cut))
        expect(edit({ description: apply(steps) })).toBeGreaterThanOrEqual(
          edit({ description: smaller }),
        )
      }),
      { numRuns: 500 },
    )
  })
})

type Step = { at: number; word: string; isAdded: boolean }

/** The story with the words replaced, or with words added behind them. Each place changes once. */
function apply(steps: readonly Step[]): string {
  const first = new Map<number, Step>()
  for (const step of steps) if (!first.has(step.at)) first.set(step.at, step)
  return words
    .map((word, index) => {
      const step = first.get(index)
      if (!step) return word
      return step.isAdded ? `${word} ${step.word}` : step.word
    })
    .join(' ')
}

describe('addresses in texts', () => {
  it.each([
    ['See https://example.org/help', 1],
    ['on helpwell.com today', 1],
    ['bit.ly/abc', 1],
    ['write to ada at gmail dot com', 1],
    ['ada@example.org', 1],
    ['follow @ada_well', 1],
    ['Call 0803 123 4567', 1],
    ['Call ０８０３１２３４５６７', 1],
    ['zero eight zero three one two three four', 1],
    ['dial *737*2#', 1],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 1],
    ['It costs ₦5,000,000 since 2026-05-01.', 0],
    ['Four hundred families.The well is dry, e.g. in March.', 0],
  ])('in %j', (text, count) => {
    expect(findAddresses([text]).size > 0 ? 1 : 0).toBe(count)
  })

  it.each(['at', 'a.', '1 ', '@', 'a1', 'one ', 'x', '*1', 'www.'])(
    'are searched in 200,000 characters of %j before the test times out',
    (part) => {
      const text = part.repeat(200_000 / part.length)
      expect(findAddresses([text]).size).toBeLessThanOrEqual(2)
    },
  )
})
