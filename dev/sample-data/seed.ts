import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { toPayeeLinkHash } from '#server/campaigns/payee/payee-rows.ts'
import { sql } from '#server/platform/database/sql.ts'
import { mapTexts } from '#shared/campaign-content.ts'
import { lagosDay } from '#shared/day.ts'
import type { Image } from '#shared/image-schema.ts'
import { kobo } from '#shared/money.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import {
  accountHolder,
  charge,
  dividePayment,
  testCards,
  findByAccessCode,
  saveTransaction,
} from '#packages/paystack-sandbox/src/index.ts'
import type { DonationForm } from '#shared/donation.ts'

import {
  sampleCampaigns,
  type OwnerName,
  type SampleCampaign,
  type SampleUpdate,
} from './campaigns.ts'
import { insertPeople, type People } from './people.ts'
import {
  openSampleServices,
  type OpenSampleServices,
  type SampleDeps,
  type SampleServices,
} from './sample-services.ts'

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
  const newest: NewestDonation[] = []
  const spent: Spent[] = []
  const [first] = await Promise.all(
    Array.from({ length: workers }, async () => {
      const sampleServices = await openSampleServices(deps, openServices)
      for (let next = waiting.shift(); next; next = waiting.shift())
        answers.push(...(await seedCampaign(sampleServices, users, { ...next, newest, spent })))
      return sampleServices
    }),
  )
  if (first) {
    for (const daysAgo of payoutDaysAgo)
      await payOut(first, lastWorkingDay(new Date(today.getTime() - daysAgo * dayMs)))
    first.clock.now = today
    for (const each of spent) await seedExpense(first, each, today)
    for (const { campaign, donation } of newest) await seedDonation(first, campaign, donation)
    first.clock.now = today
    await seedSupporters(first, answers)
  }
  // The sample entries are booked in the past, where the log looks for missing ones only once an hour.
  await deps.database.run(sql`update log_state set full_scan_at = null`)
  return logins
}

/** The donations of weeks are paid out together, because a start would take longer with every working day. */
const payoutDaysAgo = [28, 21, 14, 7, 0]

/** A donation after the last payout, which all campaigns get on one day. */
type NewestDonation = { campaign: StoredCampaign; donation: SampleDonation }

/** The last working day before today in Lagos, at midnight. */
function lastWorkingDay(today: Date): Date {
  const day = new Date(lagosDay(new Date(today.getTime() - dayMs)) + 'T00:00:00+01:00')
  const weekday = new Date(day.getTime() + hourMs).getUTCDay()
  return weekday === 0 || weekday === 6 ? lastWorkingDay(day) : day
}

/** The provider pays out what was paid before a day, and the ledger books it. */
async function payOut({ clock, sandbox, tasks }: SampleServices, day: Date) {
  clock.now = new Date(day.getTime() + 10 * hourMs)
  await sandbox.settle()
  await tasks.find(({ name }) => name === 'reconcile-settlements')?.run({})
}

type Spent = { campaign: StoredCampaign; sample: SampleCampaign }

async function seedExpense(
  { documents, expenses }: SampleServices,
  { campaign, sample: { expense, pictures } }: Spent,
  today: Date,
) {
  const [picture] = pictures
  if (!expense || !picture) return
  const bytes = await readFile(new URL(`pictures/${picture.file}`, import.meta.url))
  const { id } = await documents.addToCampaign(campaign, { fileName: 'receipt.webp', bytes })
  const { line, share, payee, daysAgo } = expense
  const day = lagosDay(new Date(today.getTime() - daysAgo * dayMs))
  // How much was paid out depends on the weekday of the first start.
  const { paidOut } = await expenses.getSpending(campaign.id, false)
  const amount = kobo(Math.floor((paidOut * share) / 1_000_00) * 1_000_00)
  if (amount === 0) return
  const form = { line, amount, day, payee, documentId: id, isPublished: true }
  await expenses.add(campaign, form)
}

type CampaignSeed = {
  newest: NewestDonation[]
  spent: Spent[]
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
  const { sample, today, random, newest, spent } = seed
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
  spent.push({ campaign: { ...campaign, status: 'approved' }, sample })
  const lastDayMs = today.getTime() + Math.min(0, sample.endsInDays) * dayMs
  const donations = planDonations(people, {
    campaign,
    random,
    count: sample.donations,
    raiseNaira: sample.goalNaira * sample.raisedShare,
    from: decidedAt,
    until: new Date(lastDayMs - 2 * dayMs * random.next() - hourMs),
  })
  const payoutDay = lastWorkingDay(today)
  for (const donation of donations)
    if (donation.at < payoutDay) await seedDonation(services, campaign, donation)
    else newest.push({ campaign, donation })
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
  const dayFromToday = (days: number) => lagosDay(new Date(today.getTime() + days * dayMs))
  return submissions.submit({
    ownerUid: owner.uid,
    key: randomUUID(),
    input: {
      title: sample.title,
      country: 'Nigeria',
      city: sample.city,
      category: sample.category,
      cause: sample.cause ?? '',
      ...mapTexts((name) => sample[name]),
      goalAmount: kobo(sample.goalNaira * 100),
      budget: Object.entries(sample.budget ?? {}).map(([text, naira]) => ({
        text,
        amount: kobo(naira * 100),
      })),
      startDate: dayFromToday(2 - sample.submittedDaysAgo),
      endDate: dayFromToday(sample.endsInDays),
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

/** The sample donor follows the campaign, and its organiser publishes an update. */
async function seedUpdate(
  { campaignFollowers, campaignUpdates }: SampleServices,
  people: People,
  { campaign, update }: { campaign: StoredCampaign; update: SampleUpdate },
) {
  const campaignId = campaign.id
  await campaignFollowers.follow({ campaignId, email: people.tunde.email, language: 'en' })
  const { title, text } = update
  const form = { title, text, images: [] }
  await campaignUpdates.publish({ campaignId, form, idempotencyKey: randomUUID() })
}

type SampleAnswer = { campaignId: string; answer: string }

/** Lists the supporters of all campaigns now, which a job does later otherwise, and answers the newest words of support. */
async function seedSupporters(
  { tasks, supporterList }: SampleServices,
  answers: readonly SampleAnswer[],
) {
  await tasks.find(({ name }) => name === 'publish-supporters')?.run({})
  for (const { campaignId, answer } of answers) {
    const query = { campaignId, order: 'newest', limit: 20, seesWaiting: false } as const
    const { supporters } = await supporterList.list(query)
    const withWords = supporters.find(({ words }) => words !== null)
    if (withWords) await supporterList.reply({ campaignId, id: withWords.id }, answer)
  }
}

type SampleDonation = { at: Date; form: DonationForm; donorUid: string | null; outcome: Outcome }
type Outcome = 'paid' | 'failed' | 'abandoned'

type Plan = {
  campaign: StoredCampaign
  count: number
  /** Approximate sum of the paid donations. */
  raiseNaira: number
  from: Date
  until: Date
}

/** From the form through checkout to the ledger. */
async function seedDonation(
  { clock, database, donations, ledger, payments, confirmedAddresses }: SampleServices,
  campaign: StoredCampaign,
  donation: SampleDonation,
) {
  clock.now = donation.at
  const { form, donorUid } = donation
  const started = await donations.startDonation({
    campaign,
    donorUid,
    language: 'en',
    idempotencyKey: randomUUID(),
    form,
  })
  if (started.kind !== 'started')
    throw new Error(`a sample donation failed: ${JSON.stringify(started)}`)
  if (form.updates) await confirmedAddresses.confirmAccount(form.email)

  clock.now = new Date(donation.at.getTime() + 90_000)
  const transaction = await findByAccessCode(database, started.url.split('/').at(-1) ?? '')
  if (!transaction) throw new Error('the sandbox has no such checkout')
  const card = testCards.find(
    ({ steps, decline }) =>
      steps.length === 0 && (decline === null) === (donation.outcome === 'paid'),
  )
  if (card && donation.outcome !== 'abandoned') {
    const { number, cvv } = card
    const submission = { step: 'card', number, cvv, expiry: '12/49' } as const
    const { transaction: charged } = charge(transaction, submission, clock.now)
    if (donation.outcome === 'paid') await dividePayment(database, charged, clock.now)
    else await saveTransaction(database, charged)
  }
  const payment = await payments.verify(transaction.reference)
  if (payment) await ledger.applyPayment({ payment, source: 'webhook', askedAt: clock.now })
}

/** Donations at random times between two dates. */
function planDonations(
  people: People,
  { count, raiseNaira, from, until, random }: Plan & { random: Random },
): SampleDonation[] {
  const outcomes = Array.from({ length: count }, (): Outcome => {
    const drawn = random.next()
    if (drawn < 0.87) return 'paid'
    return drawn < 0.95 ? 'abandoned' : 'failed'
  })
  const weights = outcomes.map(() => random.pick([1, 1, 2, 2, 2, 5, 5, 10, 10, 20, 40]))
  const paidWeight = weights.reduce(
    (sum, weight, index) => sum + (outcomes[index] === 'paid' ? weight : 0),
    0,
  )
  const nairaPerWeight = raiseNaira / Math.max(paidWeight, 1)
  const span = until.getTime() - from.getTime()
  const times = outcomes
    .map(() => from.getTime() + span * random.next())
    .toSorted((one, other) => one - other)

  return outcomes.map((outcome, index) => {
    const naira = Math.max(500, Math.round(((weights[index] ?? 1) * nairaPerWeight) / 100) * 100)
    const amount = kobo(Math.min(naira, 5_000_000) * 100)
    return { outcome, at: new Date(times[index] ?? 0), ...pickDonor(random, people, amount) }
  })
}

function pickDonor(random: Random, people: People, amount: DonationForm['amount']) {
  const drawn = random.next()
  const message = random.next() < 0.45 ? random.pick(encouragements) : ''
  const anonymous = random.next() < 0.15
  const shareEmail = !anonymous && drawn > 0.7
  const account = drawn < 0.06 ? people.tunde : drawn < 0.09 ? people.aisha : undefined
  const name = account?.fullName ?? pickGuestName(random)
  const email = account?.email ?? `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  return {
    donorUid: account?.uid ?? null,
    form: {
      amount,
      email,
      name,
      message,
      anonymous,
      updates: message !== '',
      shareEmail,
      showName: drawn > 0.3,
      hideAmount: drawn > 0.85,
      showMessage: message !== '',
    },
  }
}

/** Invented first and last names, grouped by region so that the combinations are plausible. */
const families = [
  [
    words(
      'Adaeze Uche Kelechi Ifeoma Nnamdi Obinna Amara Chiamaka Ikenna Nkechi Chukwuemeka Ogechi',
    ),
    words('Nwosu Anyanwu Umeh Chukwu Azuka Ike Obiora Udeh Okafor Onuoha'),
  ],
  [
    words(
      'Folake Segun Babatunde Omolara Damilola Funmilayo Kunle Titilayo Dele Olumide Simisola Bukola',
    ),
    words('Ogunleye Afolabi Salako Fashola Ajayi Coker Adebayo Williams Shonibare Bankole'),
  ],
  [
    words(
      'Ibrahim Zainab Maryam Sadiq Hadiza Yakubu Bashir Safiya Abdulrahman Haruna Rukayat Aminu',
    ),
    words('Lawal Yusuf Danjuma Garba Aliyu Pam Kabir Umar Isa Maigari'),
  ],
  [
    words('Blessing Efe Preye Tari Godwin Lami Esther Ebi Idara Osas Terna Joy'),
    words('Akpan Oghene Dokubo Ebi Effiong Bitrus Iorver Amadi Etim Osagie'),
  ],
] as const

/** Name of a donor without an account. */
function pickGuestName(random: Random): string {
  const [firstnames, lastnames] = random.pick(families)
  return `${random.pick(firstnames)} ${random.pick(lastnames)}`
}

const encouragements = [
  'May God bless your work.',
  'Well done. Keep going!',
  'From all of us at the Thursday market.',
  'My mother would have loved this.',
  'Small, but from the heart.',
  'I grew up on that street. Thank you.',
  'E go better!',
  'Ẹ ṣé gan-an ni!',
  'Daalụ rinne. Keep us posted.',
  'Na gode. Allah ya saka da alheri.',
  'Greetings from the Class of 2004.',
  'Proud of you people.',
  'For my grandson’s classmates.',
  'Let it be finished before the rains.',
  'You can count on me next month as well.',
] as const

function words(text: string): string[] {
  return text.split(' ')
}

export type Random = ReturnType<typeof seededRandom>

/** Pseudo-random numbers, as by mulberry32. The same seed gives the same sample data at every start. */
export function seededRandom(seed: number) {
  let state = seed
  /** 0 <= value < 1 */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('cannot pick from an empty list')
      return item
    },
  }
}
