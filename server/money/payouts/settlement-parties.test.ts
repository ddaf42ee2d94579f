import { beforeEach, describe, expect, it } from 'vitest'

import { campaignOfAda, donationBy, freshLedger } from '#test/support/money/ledger.ts'

import { listParties, markAsked, markTried } from './settlements.ts'

const { at } = await freshLedger()
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const codes = ['ACCT_test0000000001', 'ACCT_test0000000002', 'ACCT_test0000000003']
const failing = new Set(codes.slice(0, 2))
const withMode = () => ({ ...at.deps, mode: at.payments.mode })

beforeEach(async () => {
  for (const [number, subAccountCode] of codes.entries()) {
    const bankAccount = { ...campaignOfAda.bankAccount, subAccountCode }
    const campaign = {
      ...campaignOfAda,
      id: `7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a0${number}`,
      bankAccount,
    }
    await at.donations.startDonation(donationBy(`${number}@example.com`, { campaign }))
  }
})

/** A run that asks two sub-accounts. */
async function run() {
  const parties = (await listParties(withMode(), 2)).filter(({ code }) => code !== null)
  for (const party of parties) {
    await markTried(withMode(), party)
    if (!failing.has(party.code ?? '')) await markAsked(withMode(), party)
  }
  at.pass(hourMs)
  return parties
}

describe('the sub-accounts that a run asks', () => {
  it('take turns although those that always fail would fill every run', async () => {
    const runs = [await run(), await run(), await run(), await run()]
    expect(runs.map((parties) => parties.map(({ code }) => code))).toEqual([
      [codes[0], codes[1]],
      [codes[2], codes[0]],
      [codes[1], codes[0]],
      [codes[2], codes[0]],
    ])
  })

  it('are asked for all that was paid out since they last answered, also after months', async () => {
    await run()
    await run()
    const answeredAt = at.clock.now.getTime() - hourMs
    at.pass(200 * dayMs)
    const parties = await listParties(withMode())
    const from = parties.find(({ code }) => code === codes[2])?.from.getTime()
    expect(from).toBe(answeredAt - 7 * dayMs)
    expect(parties.find(({ code }) => code === codes[0])?.from).toEqual(new Date(0))
  })
})
