import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import {
  createdLinkSchema,
  donationSourcesSchema,
  personalLinkSchema,
} from '#shared/personal-link.ts'
import { freshCampaignMoneyApp } from '#test/support/campaigns/campaign-money-app.ts'
import { as, visitor } from '#test/support/people/people.ts'

const { at, campaign, organiser } = await freshCampaignMoneyApp()

async function donate(email: string, link?: string, amount = '5000') {
  at.pass(60_000)
  const response = await as(at.app, visitor)(`/api/campaigns/${campaign.id}/donations`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: { email, amount, ...(link !== undefined && { link }) },
  })
  const { accessCode } = (await response.json()) as { accessCode: string }
  await at.pay(at.provider.lastReference(), { paidAt: at.clock.now })
  return accessCode
}

const create = async (path: string) => {
  const response = await as(at.app, visitor)(path, { method: 'POST', body: {} })
  expect(response.status).toBe(201)
  return createdLinkSchema.parse(await response.json()).token
}
const createLink = () => create(`/api/campaigns/${campaign.id}/personal-links`)
const read = async (token: string) =>
  personalLinkSchema.parse(await (await as(at.app, visitor)(`/api/personal-links/${token}`)).json())

describe('a personal link', () => {
  it('is credited with the donations that come through it', async () => {
    const token = await createLink()
    const { code } = await read(token)
    const [first, second, third] = ['a@example.com', 'b@example.com', 'c@example.com']
    for (const email of [first, second, third]) await donate(email ?? '', code, '4000')
    await donate('d@example.com', undefined, '9000')
    expect(await read(token)).toMatchObject({ people: 3, counted: 3, amount: 12_000_00 })
  })

  it('shows amounts for three people together, so that none can be subtracted', async () => {
    const token = await createLink()
    const { code } = await read(token)
    const amounts: number[] = []
    for (const letter of 'abcde') {
      await donate(`${letter}@example.com`, code)
      amounts.push((await read(token)).amount)
    }
    expect(amounts).toEqual([0, 0, 15_000_00, 15_000_00, 15_000_00])
    expect((await read(token)).people).toBe(5)
  })

  it('is credited with nothing through a code that was made up', async () => {
    const token = await createLink()
    await donate('a@example.com', 'bbbbbbbb')
    await donate('b@example.com', 'no code')
    expect(await read(token)).toMatchObject({ people: 0, amount: 0 })
  })

  it('is the same each time for one donation, and another for another', async () => {
    const first = await donate('a@example.com')
    const second = await donate('b@example.com')
    const codes = []
    for (const accessCode of [first, first, second])
      codes.push((await read(await create(`/api/donations/${accessCode}/personal-link`))).code)
    expect(codes[0]).toBe(codes[1])
    expect(codes[2]).not.toBe(codes[0])
  })
})

describe('GET /api/campaigns/:id/sources', () => {
  it('sums the donations by source for the organiser', async () => {
    const { code } = await read(await createLink())
    await donate('a@example.com', code)
    await donate('b@example.com', code)
    await donate('c@example.com', 'poster')
    await donate('d@example.com')
    const response = await as(at.app, organiser)(`/api/campaigns/${campaign.id}/sources`)
    const { sources } = donationSourcesSchema.parse(await response.json())
    expect(new Map(sources.map(({ kind, donations }) => [kind, donations]))).toEqual(
      new Map([
        ['personal', 2],
        ['poster', 1],
        ['direct', 1],
      ]),
    )
  })
})
