import { expect, it } from 'vitest'

import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { booked } from '#test/ledger.ts'
import { openLimitedDonations } from '#test/rate-limited-donations.ts'
import { toTestAddress } from '#test/rate-limits.ts'
import { ada, createPerson } from '#test/people.ts'

const databases = await testDatabase()
const { database } = databases
/** `npm run test:long` uses 10,000. */
const tries = Number(process.env['CARD_TRIES'] ?? 150)
const bots = ['192.0.2.1', '192.0.2.2', '2001:db8:1:2::3']
const donors = Math.max(10, Math.floor(tries / 50))
const attackMs = 6 * 3_600_000
const minuteMs = 60_000

it(
  `lets at most 60 of ${bots.length} × ${tries} stolen cards reach the provider, and all of ${donors} donors`,
  async () => {
    const app = await openLimitedDonations(databases)
    await createPerson(database, ada)
    const to = (await insertCampaignBy(embeddedContent(database), ada, 'approved')).id
    const between = Math.floor(tries / donors)
    let detectedAt = app.clock.now.getTime()
    let ended = 0
    const refused: number[] = []

    for (let turn = 0; turn < tries; turn++) {
      app.pass(attackMs / tries)
      // Each attempt has its own email address and solves its challenge: only the network is the same.
      await Promise.all(
        bots.map((bot) =>
          app.donate(bot, { to, email: `card${turn}@${bot.replaceAll(/\W/g, '-')}.test` }),
        ),
      )
      if (turn % between === 0) {
        const { status } = await app.donate(toTestAddress(turn), {
          to,
          email: `donor${turn}@example.com`,
        })
        if (status !== 201) refused.push(turn)
      }
      for (const { reference, email } of app.provider.started.slice(ended))
        await app.finish(email.startsWith('donor') ? 'paid' : 'failed', reference)
      ended = app.provider.started.length
      if (app.clock.now.getTime() - detectedAt < minuteMs) continue
      detectedAt = app.clock.now.getTime()
      await app.abuseDetection.detect()
    }

    expect(refused).toEqual([])
    const paid = app.provider.started.filter(({ email }) => email.startsWith('donor')).length
    const stolen = app.provider.started.length - paid
    process.stdout.write(
      `${stolen} of ${bots.length * tries} cards and ${paid} donors reached the provider\n`,
    )
    expect(paid).toBe(Math.ceil(tries / between))
    expect(stolen).toBeLessThanOrEqual(60)
    expect(await booked(database)).toMatchObject({ entries: paid })
  },
  60_000 + tries * 500,
)
