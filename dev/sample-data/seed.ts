import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { toPayeeLinkHash } from '#server/campaigns/payee/payee-links.ts'
import { sql } from '#server/platform/database/sql.ts'
import { lagosToday } from '#shared/day.ts'
import type { Image } from '#shared/image-schema.ts'
import { kobo } from '#shared/money.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'

import type { OwnerName, SampleCampaign } from './campaigns/sample-campaign.ts'
import { sampleCampaigns } from './campaigns/sample-campaigns.ts'
import { seedDonations } from './donations.ts'
import { insertPeople, type People } from './people.ts'
import { seededRandom } from './random.ts'
import {
  openSampleServices,
  type OpenSampleServices,
  type SampleDeps,
  type SampleServices,
} from './sample-services.ts'
import { seedSupporters, seedUpdate, type SampleAnswer } from './supporters.ts'
import { accountHolder } from '#packages/paystack-sandbox/src/index.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Each worker needs services of its own because each sets their clock. */
const workers = 4

/** Fills an empty database with people, campaigns and donations. Returns the logins to print. */
export async function seedSampleData(deps: SampleDeps, openServices: OpenSampleServices) {
  const today = new Date()
  const { users, logins } = await insertPeople(deps.database, today)
  const waiting = sampleCampaigns.map((sample, index) => ({
    sample,
    today,
    random: seededRandom(index + 1),
  }))
  const answers: SampleAnswer[] = []
  const [first] = await Promise.all(
    Array.from({ length: workers }, async () => {
      const sampleServices = await openSampleServices(deps, openServices)
      for (let next = waiting.shift(); next; next = waiting.shift())
        answers.push(...(await seedCampaign(sampleServices, users, next)))
      return sampleServices
    }),
  )
  if (first) {
    first.clock.now = today
    await seedSupporters(first, answers)
  }
  // The sample entries are booked in the past, where the log looks for missing ones only once an hour.
  await deps.database.run(sql`update log_state set full_scan_at = null`)
  return logins
}

type CampaignSeed = {
  sample: SampleCampaign
  random: ReturnType<typeof seededRandom>
  today: Date
}

/** Submits one campaign, decides on it and adds its donations. Returns what its organiser answers to words of support. */
async function seedCampaign(
  services: SampleServices,
  people: People,
  seed: CampaignSeed,
): Promise<SampleAnswer[]> {
  const { sample, today, random } = seed
  const { clock, decisions } = services
  const submittedAt = new Date(
    today.getTime() - sample.submittedDaysAgo * dayMs - random.next() * 6 * hourMs,
  )
  clock.now = submittedAt
  const campaign = await submit(services, people, seed)
  if (sample.outcome === 'pending') return []

  const decidedAt = new Date(submittedAt.getTime() + (8 + random.next() * 20) * hourMs)
  clock.now = decidedAt
  if (sample.outcome === 'rejected') {
    const { reason } = sample
    const rejection = { event: 'reject', version: 1, ground: 'other', reason } as const
    await decisions.decide(campaign, people.halima, rejection)
    return []
  }
  await approve(services, people, { campaign, sample })
  const lastDayMs = today.getTime() + Math.min(0, sample.endsInDays) * dayMs
  await seedDonations(services, people, {
    campaign,
    random,
    count: sample.donations,
    raiseNaira: sample.goalNaira * sample.raisedShare,
    from: decidedAt,
    until: new Date(lastDayMs - 2 * dayMs * random.next() - hourMs),
  })
  const { update } = sample
  if (!update) return []
  clock.now = new Date(today.getTime() - update.daysAgo * dayMs)
  await seedUpdate(services, people, { campaign, update })
  return [{ campaignId: campaign.id, answer: update.answer }]
}

/** The organiser has confirmed the name of the account. */
function toPayeeForm({ owner, payee }: SampleCampaign) {
  const accountNumber = payee?.accountNumber ?? accountNumbers[owner] ?? '0123456789'
  return {
    accountNumber,
    accountName: accountHolder('058', accountNumber) ?? '',
    ...ofSelf,
    ...(payee && { payeeKind: payee.kind, payeeName: payee.name }),
    ...(payee?.kind === 'person' && { payeeEmail: payee.email }),
  }
}

const ofSelf = {
  payeeKind: 'self' as const,
  payeeName: '',
  payeeEmail: '',
  cacNumber: '',
  scumlNumber: '',
}

/** Accounts that the sandbox knows by these owners' names. */
const accountNumbers: Partial<Record<OwnerName, string>> = {
  ngozi: '0301000000',
  yetunde: '0301000001',
  musa: '0301000002',
  chinedu: '0301000003',
  aisha: '0301000004',
  ebiere: '0301000005',
  osaze: '0301000006',
}

/** What the sample reviewers write, because the checks warn of some sample campaigns. */
const reason = 'The organiser answered a call to the number of the campaign.'

/** In the name of an institution, with a document and by two reviewers. */
async function approve(
  services: SampleServices,
  people: People,
  { campaign, sample }: { campaign: StoredCampaign; sample: SampleCampaign },
) {
  const { halima, emeka } = people
  const { decisions, documents } = services
  const isAnswered = sample.payee?.kind === 'person' && sample.payee.answer === 'confirm'
  if (isAnswered) await confirmPayee(services, campaign)
  const [picture] = sample.pictures
  if (!sample.hasDocument || !picture)
    return decisions.decide(campaign, halima, {
      event: 'approve',
      version: isAnswered ? 2 : 1,
      reason,
    })
  const bytes = await readFile(new URL(`pictures/${picture.file}`, import.meta.url))
  await documents.addToCampaign(campaign, { fileName: 'letter.webp', bytes })
  await decisions.decide(campaign, halima, { event: 'approve', version: 2, reason })
  await decisions.decide(campaign, emeka, { event: 'approve', version: 3, reason })
}

/** The person answers with the link of the mail, whose token only the mail has. */
async function confirmPayee({ database, payeeAnswers }: SampleServices, { id }: StoredCampaign) {
  const token = randomBytes(32).toString('base64url')
  await database.run(
    sql`update campaign_payee set link_hash = ${toPayeeLinkHash(token)} where campaign_id = ${id}`,
  )
  const link = await payeeAnswers.findLink(token)
  if (link) await payeeAnswers.answer(link, 'confirm')
}

async function submit(
  { images, submissions }: SampleServices,
  people: People,
  { sample, today }: CampaignSeed,
): Promise<StoredCampaign> {
  const owner = people[sample.owner]
  const uploaded: Image[] = []
  for (const { file, alt } of sample.pictures) {
    const bytes = await readFile(new URL(`pictures/${file}`, import.meta.url))
    uploaded.push({ ...(await images.add(owner.uid, bytes)), alt })
  }
  const isAboutHealth = sample.category === 'Health'
  const dayFromToday = (days: number) => lagosToday(new Date(today.getTime() + days * dayMs))
  return submissions.submit({
    ownerUid: owner.uid,
    key: randomUUID(),
    input: {
      title: sample.title,
      country: 'Nigeria',
      city: sample.city,
      category: sample.category,
      cause: sample.cause ?? '',
      description: sample.description,
      goalAmount: kobo(sample.goalNaira * 100),
      startDate: dayFromToday(2 - sample.submittedDaysAgo),
      endDate: dayFromToday(sample.endsInDays),
      raiseMoneyFor: sample.raiseMoneyFor,
      importance: sample.importance,
      impact: sample.impact,
      images: uploaded,
      name: owner.fullName,
      email: owner.email,
      phone: owner.phone,
      bank: '058',
      showContact: sample.showContact ?? false,
      ...toPayeeForm(sample),
      aboutChild: false,
      guardian: '',
      childConsent: false,
      aboutHealth: isAboutHealth,
      healthConsentBy: isAboutHealth ? owner.fullName : '',
      healthConsent: isAboutHealth,
    },
  })
}
