import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { DonationForm } from '#shared/donation.ts'
import { kobo, type Kobo } from '#shared/money.ts'
import { supportersSchema, type Supporter } from '#shared/supporter.ts'
import { freshCampaignMoneyApp } from '#test/support/campaigns/campaign-money-app.ts'
import { as, chidi, createPerson, dada, visitor, type Person } from '#test/support/people/people.ts'

import { toGroup } from './supporter-list.ts'

const { at, campaign, organiser, stranger, donate, database } = await freshCampaignMoneyApp()

const listed = { showName: true, hideAmount: false, showMessage: true }

const give = (form: Partial<DonationForm>) => donate(`${randomUUID()}@example.com`, form)

const path = () => `/api/campaigns/${campaign.id}/supporters`
async function read(query = '', who: Person | typeof visitor = visitor) {
  await at.runTask('publish-supporters')
  return supportersSchema.parse(await (await as(at.app, who)(`${path()}${query}`)).json())
}
const toNames = ({ supporters }: { supporters: Supporter[] }) => supporters.map(({ name }) => name)
const post = (who: Person | typeof visitor, what: string, id: string, body = {}) =>
  as(at.app, who)(`${path()}/${id}/${what}`, { method: 'POST', body })

describe('the list of supporters', () => {
  it('shows name, amount, time and words as the donor chose', async () => {
    await give({ ...listed, name: 'Chi Eze', message: 'Get well soon.' })
    await give({ ...listed, showName: false, showMessage: false, name: 'Hidden', message: 'No.' })
    const { supporters } = await read()
    expect(supporters).toMatchObject([
      { name: null, amount: 5_000_00, words: null },
      { name: 'Chi Eze', amount: 5_000_00, words: 'Get well soon.' },
    ])
    expect(supporters[1]?.at).toBe('2026-05-01T09:01:00.000Z')
  })

  it('leaves out donations whose donor was not asked', async () => {
    await give({ name: 'Earlier' })
    expect((await read()).supporters).toEqual([])
  })

  it('has pages, newest and largest first', async () => {
    for (const naira of [3_000, 9_000, 6_000])
      await give({ ...listed, name: `N${naira}`, amount: kobo(naira * 100) })
    const first = await read('?limit=2')
    expect(toNames(first)).toEqual(['N6000', 'N9000'])
    expect(toNames(await read(`?limit=2&after=${first.next}`))).toEqual(['N3000'])
    expect(toNames(await read('?order=largest&limit=3'))).toEqual(['N9000', 'N6000', 'N3000'])
  })

  it('lists hidden amounts only in groups of three, without time', async () => {
    const hidden = { ...listed, hideAmount: true }
    await give({ ...hidden, name: 'One', amount: kobo(100_000) })
    await give({ ...hidden, name: 'Two', amount: kobo(100_000) })
    expect((await read()).supporters).toEqual([])
    await give({ ...hidden, name: 'Three', amount: kobo(200_000) })
    const { supporters } = await read()
    expect(new Set(supporters.map(({ name }) => name))).toEqual(new Set(['One', 'Three', 'Two']))
    for (const each of supporters) expect(each).toMatchObject({ amount: null, at: null })
    expect((await read('?order=largest')).supporters).toEqual([])
  })
})

describe('words of support', () => {
  it('wait for a reviewer when they have a link, and are shown to the organiser before', async () => {
    await give({ ...listed, message: 'See example.com' })
    expect((await read()).supporters[0]).toMatchObject({ words: null, isWaiting: false })
    const { supporters } = await read('', organiser)
    expect(supporters[0]).toMatchObject({ words: 'See example.com', isWaiting: true })
    expect((await post(organiser, 'publish', supporters[0]?.id ?? '')).status).toBe(404)
  })

  it('offer each reader what the reader may do', async () => {
    const [none, reviewing] = [
      { canReply: false, canHide: false, canPublish: false },
      { canReply: false, canHide: true, canPublish: true },
    ]
    const reviewer = await createPerson(database, chidi)
    const admin = await createPerson(database, dada)
    for (const [who, rights] of [
      [visitor, none],
      [stranger, none],
      [reviewer, reviewing],
      [admin, reviewing],
      [organiser, { canReply: true, canHide: true, canPublish: false }],
    ] as const)
      expect(await read('', who)).toMatchObject(rights)
  })

  it('are hidden by the organiser', async () => {
    await give({ ...listed, message: 'Get well soon.' })
    const id = (await read()).supporters[0]?.id ?? ''
    expect((await post(organiser, 'hide', id)).status).toBe(204)
    expect((await read()).supporters[0]?.words).toBeNull()
  })

  it('are answered once', async () => {
    await give({ ...listed, message: 'Get well soon.' })
    const id = (await read()).supporters[0]?.id ?? ''
    expect((await post(organiser, 'reply', id, { reply: 'Thank you!' })).status).toBe(204)
    expect((await post(organiser, 'reply', id, { reply: 'Again.' })).status).toBe(404)
    expect((await read()).supporters[0]?.reply).toBe('Thank you!')
  })
})

describe('hidden amounts', () => {
  /** An observer sees every amount in the ledger, and who appears when. */
  it('have at least two possible values for each listed name, for any donations', () => {
    const donation = fc.record({ amount: fc.integer({ min: 1, max: 3 }), waits: fc.boolean() })
    fc.assert(
      fc.property(fc.array(donation, { maxLength: 40 }), (donations) => {
        let waiting: { amount: Kobo }[] = []
        for (const { amount, waits } of donations) {
          waiting.push({ amount: kobo(amount * 5_000) })
          if (waits) continue
          const group = toGroup(waiting)
          if (group.length === 0) continue
          expect(new Set(group.map((one) => one.amount)).size).toBeGreaterThan(1)
          expect(group.length).toBeGreaterThanOrEqual(3)
          waiting = []
        }
      }),
    )
  })
})
