import { setTimeout as pause } from 'node:timers/promises'

import { expect } from 'vitest'

import { booked } from '#test/ledger.ts'

import { sumOf, type Gift, type Giving } from './donating.ts'

/** What happens to the server in a round. It is up again when this is over. */
type Kill = (round: number, told: Promise<unknown>[]) => Promise<void>

/** Two gifts a round, and the end comes between webhook and page view. Whatever was acknowledged is in the books at last, once. */
export async function giveThroughKills(giving: Giving, rounds: number, kill: Kill) {
  const { give, tell, raised, untilStatus } = giving
  const gifts: Gift[] = []
  let viewed: Gift[] = []
  for (let round = 0; round < rounds; round++) {
    const paid = await Promise.all([give(), give()])
    const told = paid.map(tell)
    await Promise.race(told)
    await pause(Math.random() * 15)
    await kill(round, told)

    // Every other donor comes back to look. The rest never does: a webhook that was answered with 200 is ours to finish.
    const [first, second] = paid
    const returning = [first, ...(second.isTold ? [] : [second])]
    for (const gift of returning) await untilStatus(gift, 'success')
    gifts.push(...paid)
    viewed = viewed.concat(returning)
    const now = await raised()
    expect(now).toBeGreaterThanOrEqual(sumOf(viewed))
    expect(now).toBeLessThanOrEqual(sumOf(gifts))
  }
  return { gifts, viewed }
}

/** What a process had begun when it died is taken up by the next one, once its claim is over. */
export async function expectAllBooked(giving: Giving, gifts: readonly Gift[]) {
  await giving.untilRaised(sumOf(gifts))
  for (const gift of gifts) await giving.untilStatus(gift, 'success')
  expect(await giving.inDatabase(booked)).toEqual({
    entries: gifts.length,
    raised: sumOf(gifts),
    balance: 0,
  })
}
