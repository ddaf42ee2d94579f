import { expect, it } from 'vitest'

import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { booked } from '#test/ledger.ts'
import { openLimitedDonations } from '#test/rate-limited-donations.ts'
import { toTestAddress } from '#test/rate-limits.ts'
import { ada, createPerson } from '#test/people.ts'

const { database } = await testDatabase()
/** `npm run test:long` makes 10,000. */
const tries = Number(process.env['CARD_TRIES'] ?? 150)
const bots = ['192.0.2.1', '192.0.2.2', '2001:db8:1:2::3']
const donors = Math.max(10, Math.floor(tries / 50))
const attackMs = 6 * 3_600_000
const minuteMs = 60_000

it(
  `lets at most 60 of ${bots.length} × ${tries} stolen cards through to the provider, and every one of ${donors} donors in between`,
  async () => {
    const at = openLimitedDonations(database)
    await createPerson(database, ada)
    const to = (await insertCampaignBy(embeddedContent(database), ada, 'approved')).id
    const between = Math.floor(tries / donors)
    let watchedAt = at.clock.now.getTime()
    let ended = 0
    const refused: number[] = []

    for (let turn = 0; turn < tries; turn++) {
      at.pass(attackMs / tries)
      // Each try with an address of its own, and its puzzle solved: nothing but the network is the same.
      await Promise.all(
        bots.map((bot) =>
          at.begin(bot, { to, email: `card${turn}@${bot.replaceAll(/\W/g, '-')}.test` }),
        ),
      )
      if (turn % between === 0) {
        const { status } = await at.begin(toTestAddress(turn), {
          to,
          email: `donor${turn}@example.com`,
        })
        if (status !== 201) refused.push(turn)
      }
      for (const { reference, email } of at.provider.started.slice(ended))
        await at.end(email.startsWith('donor') ? 'pays' : 'fails', reference)
      ended = at.provider.started.length
      if (at.clock.now.getTime() - watchedAt < minuteMs) continue
      watchedAt = at.clock.now.getTime()
      await at.limits.abuseDetection.detect()
    }

    expect(refused).toEqual([])
    const paid = at.provider.started.filter(({ email }) => email.startsWith('donor')).length
    const stolen = at.provider.started.length - paid
    process.stdout.write(
      `${stolen} of ${bots.length * tries} cards and ${paid} donors came through\n`,
    )
    expect(paid).toBe(Math.ceil(tries / between))
    expect(stolen).toBeLessThanOrEqual(60)
    expect(await booked(database)).toMatchObject({ entries: paid })
  },
  60_000 + tries * 500,
)
