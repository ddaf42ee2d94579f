import { setTimeout as pause } from 'node:timers/promises'

import { expect } from 'vitest'

import { booked } from '#test/support/money/ledger.ts'

import { sumDonations, type MadeDonation, type DonationDriver } from './donation-driver.ts'

/** Kills the server and restarts it. `webhooks` are requests in progress. */
type Kill = (round: number, webhooks: Promise<unknown>[]) => Promise<void>

/** Two donations per round with a kill between webhook and page view. Checks that all paid donations are counted exactly once. */
export async function donateThroughKills(driver: DonationDriver, rounds: number, kill: Kill) {
  const { donate, sendWebhook, getRaised, untilStatus } = driver
  const donations: MadeDonation[] = []
  let viewed: MadeDonation[] = []
  for (let round = 0; round < rounds; round++) {
    const paid = await Promise.all([donate(), donate()])
    const webhooks = paid.map(sendWebhook)
    await Promise.race(webhooks)
    await pause(Math.random() * 15)
    await kill(round, webhooks)

    // The second donor opens the page only if the webhook was not acknowledged: an acknowledged one must be processed without a page view.
    const [first, second] = paid
    const returning = [first, ...(second.isAcknowledged ? [] : [second])]
    for (const donation of returning) await untilStatus(donation, 'success')
    donations.push(...paid)
    viewed = viewed.concat(returning)
    const raised = await getRaised()
    expect(raised).toBeGreaterThanOrEqual(sumDonations(viewed))
    expect(raised).toBeLessThanOrEqual(sumDonations(donations))
  }
  return { donations, viewed }
}

/** Waits until expired claims of killed processes are retried and all donations are booked. */
export async function expectAllBooked(driver: DonationDriver, donations: readonly MadeDonation[]) {
  await driver.untilRaised(sumDonations(donations))
  for (const donation of donations) await driver.untilStatus(donation, 'success')
  expect(await driver.inDatabase(booked)).toEqual({
    entries: donations.length,
    raised: sumDonations(donations),
    balance: 0,
  })
}
