import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import type { Challenge } from '#shared/challenge.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { booked } from '#test/support/money/ledger.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { ada, createPerson } from '#test/support/people/people.ts'
import {
  cheapChallenges,
  openLimitedDonations,
  savedBits,
} from '#test/support/money/rate-limited-donations.ts'
import { solveChallenge, toTestAddress } from '#test/support/servers/rate-limits.ts'

import { runActors, type Actor } from './simulated-time.ts'

const databases = await testDatabase()
/** `npm run test:long` uses 30,000 tries and 500 donors. */
const tries = Number(process.env['NAT_TRIES'] ?? 300)
const donors = Number(process.env['NAT_DONORS'] ?? 20)
const minuteMs = 60_000
const attackMs = 6 * 60 * minuteMs
const maxWaitMs = 2 * minuteMs
/** From the request for a code until the donor has typed it. */
const mailMs = 40_000
/** From the checkout page until the card's result. */
const payingMs = 45_000
/** Hashes that an inexpensive phone computes in a second. */
const hashesPerSecond = 100_000

type Donations = Awaited<ReturnType<typeof openLimitedDonations>>
type Simulation = Donations & { campaigns: string[]; waitsMs: number[]; refused: number[] }

async function openSimulation(): Promise<Simulation> {
  await databases.empty()
  const app = await openLimitedDonations(databases, { challengeCosts: cheapChallenges })
  await createPerson(databases.database, ada)
  const content = embeddedContent(databases.database)
  const campaigns: string[] = []
  for (let count = 0; count < 3; count++)
    campaigns.push((await insertCampaignBy(content, ada, 'approved')).id)
  return { ...app, campaigns, waitsMs: [], refused: [] }
}

const toForm = ({ campaigns }: Simulation, number: number, email: string) => ({
  to: campaigns[number % campaigns.length] ?? '',
  email,
  key: randomUUID(),
})

/** A browser with script computes a solution; another one waits. Returns it with the time that it took. */
function toSolution({ seed, bits, waitSeconds }: Challenge, hasScript: boolean) {
  return hasScript
    ? {
        solution: solveChallenge({ seed, bits, waitSeconds }),
        tookMs: (2 ** (bits + savedBits) / hashesPerSecond) * 1_000,
      }
    : { solution: `${seed} waited`, tookMs: waitSeconds * 1_000 }
}

/**
 * One stolen card. A third of the bots ignores challenges, a third solves them and a third waits. Each has another address, whose mails
 * it cannot read; one in a hundred uses the only mailbox of the bots.
 */
async function* tryCard(app: Simulation, number: number, from: string): Actor {
  const readsMail = number % 100 === 1
  const form = toForm(app, number, readsMail ? 'own@bot.test' : `card${number}@bot.test`)
  let answer = await app.send(from, form)
  const challenge = number % 3 === 0 ? undefined : answer.error?.challenge
  if (challenge) {
    const { solution, tookMs } = toSolution(challenge, number % 3 === 1)
    // A computer of the bots is much faster than a phone.
    yield number % 3 === 1 ? 100 : tookMs
    answer = await app.send(from, { ...form, solution })
  }
  if (answer.error?.code === 'email-code-required') {
    const emailCode = readsMail ? await app.readCode(form.email) : 'AAAA-AAAA'
    answer = await app.send(from, { ...form, emailCode })
  }
  if (answer.status !== 201) return
  const reference = app.provider.lastReference()
  yield 3_000
  await app.finish('failed', reference)
}

type Donor = {
  number: number
  from: string
  hasScript: boolean
  waitedMs: number
  emailCode?: string
}

/** An honest donor: a third has no JavaScript, and the first three cards of a tenth are declined. */
async function* donate(app: Simulation, number: number, from: string): Actor {
  const donor: Donor = { number, from, hasScript: number % 3 !== 0, waitedMs: 0 }
  const declined = number % 10 === 0 ? 3 : 0
  for (let card = 0; card <= declined; card++) {
    if (!(yield* startDonation(app, donor))) return void app.refused.push(number)
    const reference = app.provider.lastReference()
    yield payingMs
    await app.finish(card < declined ? 'failed' : 'paid', reference)
  }
  app.waitsMs.push(donor.waitedMs)
}

/** Does what the page asks for until the checkout opens. False if the donor is refused. */
async function* startDonation(app: Simulation, donor: Donor): AsyncGenerator<number, boolean> {
  const form = toForm(app, donor.number, `donor${donor.number}@example.com`)
  let solution: string | undefined
  for (let step = 0; step < 6; step++) {
    const { emailCode } = donor
    const { status, error } = await app.send(donor.from, {
      ...form,
      ...(emailCode !== undefined && { emailCode }),
      ...(solution !== undefined && { solution }),
    })
    if (status === 201) return true
    if (error?.challenge) {
      const solved = toSolution(error.challenge, donor.hasScript)
      solution = solved.solution
      donor.waitedMs += solved.tookMs
      yield solved.tookMs
    } else if (error?.code === 'email-code-required') {
      donor.waitedMs += mailMs
      yield mailMs
      donor.emailCode = await app.readCode(form.email)
    } else return false
  }
  return false
}

/** The scheduled task. */
async function* detectAbuse({ abuseDetection }: Simulation): Actor {
  for (let minute = 0; minute < attackMs / minuteMs; minute++) {
    await abuseDetection.detect()
    yield minuteMs
  }
}

it.each([3, 300])(
  `lets at most 60 of ${tries} stolen cards and all of ${donors} donors behind the same %i addresses reach the provider`,
  async (addresses) => {
    const app = await openSimulation()
    const toAddress = (number: number) => toTestAddress(number % addresses)
    const spread = (count: number, start: (number: number) => Actor) =>
      Array.from({ length: count }, (_, number) => ({
        atMs: Math.floor((number * attackMs) / count),
        actor: start(number),
      }))
    await runActors(app.clock, [
      { atMs: 0, actor: detectAbuse(app) },
      ...spread(tries, (number) => tryCard(app, number, toAddress(number))),
      ...spread(donors, (number) => donate(app, number, toAddress(number))),
    ])

    const started = Map.groupBy(app.provider.started, ({ email }) => email.startsWith('donor'))
    const stolen = started.get(false)?.length ?? 0
    const longestMs = Math.max(...app.waitsMs)
    const recipients = (await listMails(databases.owner)).map(({ recipient }) => recipient)
    const bots = recipients.filter((address) => address.endsWith('@bot.test')).length
    const mailedDonors = recipients.filter((address) => address.startsWith('donor')).length
    process.stdout.write(
      `${addresses} addresses: ${stolen} of ${tries} cards reached the provider, ${app.refused.length} of ${donors} donors ` +
        `were refused, the longest wait was ${longestMs / 1_000} s; codes mailed: ${bots} to bots, ${mailedDonors} to donors\n`,
    )
    expect(app.refused).toEqual([])
    expect(app.waitsMs).toHaveLength(donors)
    expect(stolen).toBeLessThanOrEqual(60)
    expect(longestMs).toBeLessThanOrEqual(maxWaitMs)
    expect(await booked(databases.database)).toMatchObject({ entries: donors })
  },
  60_000 + tries * 500,
)
