import { setTimeout as pause } from 'node:timers/promises'

import type { DonationDriver, MadeDonation } from '#test/kill/donation-driver.ts'

const lanes = 4
const pauseMs = 200

type Fault = { at: number; repair: () => Promise<void> }

/** Donors who donate one after the other, and repeat what fails, until they are stopped. */
export function keepDonating(driver: DonationDriver) {
  const made: MadeDonation[] = []
  const acknowledgedAt: number[] = []
  let isStopped = false
  const working = Promise.all(Array.from({ length: lanes }, donateAgain))

  async function donateAgain() {
    while (!isStopped) {
      const donation = await driver.donate()
      // From here on the donor was told that the payment succeeded.
      made.push(donation)
      await driver.untilAcknowledged(donation)
      acknowledgedAt.push(performance.now())
      await pause(pauseMs)
    }
  }

  return {
    /** The longest time without an acknowledged donation around a fault and its repair, in milliseconds. */
    async measureOutage(cause: () => Promise<Fault>): Promise<number> {
      await untilMore(lanes)
      const { at, repair } = await cause()
      await repair()
      await untilMore(lanes * 2)
      const times = acknowledgedAt.filter((time) => time > at - 2_000)
      return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))
    },
    async stop(): Promise<MadeDonation[]> {
      isStopped = true
      await working
      return made
    },
  }

  async function untilMore(count: number) {
    const before = acknowledgedAt.length
    while (acknowledgedAt.length < before + count)
      await Promise.race([pause(100), working.then(() => Promise.reject(new Error('no donors')))])
  }
}
