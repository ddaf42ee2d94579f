import { randomUUID } from 'node:crypto'

import { lagosToday } from '#shared/day.ts'
import type { Image } from '#shared/image.ts'
import { kobo } from '#shared/money.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'

import { openBackstage, type Backstage, type SeedServices } from './backstage.ts'
import { chance } from './chance.ts'
import { giveDonations } from './donations.ts'
import { drawPictures } from './draw-pictures.ts'
import { insertPeople, type People } from './people.ts'
import type { SampleCampaign } from './sample-campaign.ts'
import { sampleCampaigns } from './sample-campaigns.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Each lane has a clock of its own; together they keep both processors busy. */
const lanes = 4

/** Fills an empty database with people, campaigns and donations, and answers whom one may log in as. */
export async function seedSampleData(services: SeedServices) {
  const today = new Date()
  const [{ users, shown }, drawings] = await Promise.all([
    insertPeople(services.database, today),
    drawPictures(
      sampleCampaigns.flatMap(({ pictures }) =>
        pictures.map(({ alt: _alt, ...picture }) => picture),
      ),
    ),
  ])
  const waiting = sampleCampaigns.map((sample, index) => ({
    sample,
    luck: chance(index + 1),
    files: drawings.splice(0, sample.pictures.length),
  }))
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      const backstage = await openBackstage(services)
      for (let next = waiting.shift(); next; next = waiting.shift())
        await stage(backstage, users, { ...next, today })
    }),
  )
  return shown
}

type Turn = {
  sample: SampleCampaign
  luck: ReturnType<typeof chance>
  files: Buffer[]
  today: Date
}

/** One campaign from its form to today. */
async function stage(backstage: Backstage, people: People, turn: Turn) {
  const { sample, today, luck } = turn
  const { clock, decisions } = backstage
  const submittedAt = new Date(
    today.getTime() - sample.submittedDaysAgo * dayMs - luck.next() * 6 * hourMs,
  )
  clock.now = submittedAt
  const campaign = await submit(backstage, people, turn)
  if (sample.outcome === 'pending') return

  const decidedAt = new Date(submittedAt.getTime() + (8 + luck.next() * 20) * hourMs)
  clock.now = decidedAt
  if (sample.outcome === 'rejected') {
    const { reason } = sample
    await decisions.decide(campaign, people.halima, { event: 'reject', reason })
    return
  }
  // Nothing has happened to it but that it was submitted.
  await decisions.decide(campaign, people.halima, { event: 'approve', version: 1 })
  const lastDayMs = today.getTime() + Math.min(0, sample.endsInDays) * dayMs
  await giveDonations(backstage, people, {
    campaign,
    luck,
    count: sample.donations,
    raiseNaira: sample.goalNaira * sample.raisedShare,
    from: decidedAt,
    until: new Date(lastDayMs - 2 * dayMs * luck.next() - hourMs),
  })
}

async function submit(
  { pictures, submissions }: Backstage,
  people: People,
  { sample, files, today }: Turn,
): Promise<StoredCampaign> {
  const owner = people[sample.owner]
  const images: Image[] = []
  for (const [index, file] of files.entries()) {
    const image = await pictures.add(owner.uid, file)
    images.push({ ...image, alt: sample.pictures[index]?.alt ?? '' })
  }
  const dayFromToday = (days: number) => lagosToday(new Date(today.getTime() + days * dayMs))
  return submissions.submit({
    ownerUid: owner.uid,
    key: randomUUID(),
    input: {
      title: sample.title,
      country: 'Nigeria',
      city: sample.city,
      category: sample.category,
      description: sample.description,
      goalAmount: kobo(sample.goalNaira * 100),
      startDate: dayFromToday(2 - sample.submittedDaysAgo),
      endDate: dayFromToday(sample.endsInDays),
      raiseMoneyFor: sample.raiseMoneyFor,
      importance: sample.importance,
      impact: sample.impact,
      images,
      name: owner.fullName,
      email: owner.email,
      phone: owner.phone,
      bank: '058',
      accountNumber: '0123456789',
      showContact: sample.showContact ?? false,
    },
  })
}
