import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'
import * as z from 'zod/mini'

import { createApp, createRequestHandler } from '#server/app.ts'
import { readConfig, withPort } from '#server/config/config.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import { listen } from '#server/http/listener.ts'
import { openLog, type Log } from '#server/runtime/log.ts'
import { sandboxSecretKey } from '#dev/payments-sandbox/state/integration.ts'
import type { User } from '#server/policy/actor.ts'
import { openServices, type Services } from '#server/services.ts'
import { campaignForm, insertCampaignBy } from '#test/campaigns.ts'
import { testDatabaseUrl } from '#test/database.ts'
import { ada, bola, chidi, createPerson, testOrigin, type Person } from '#test/people.ts'
import { jpeg } from '#test/image-files.ts'
import { kobo } from '#shared/money.ts'

import { createMailLinks, type MailLinks } from './matrix-mail-links.ts'
import { insertAdminCases, type AdminCases } from './matrix-reviews.ts'
import { roles, type Role } from './matrix-roles.ts'
import { openStore, type Store } from './matrix-store.ts'

export const password = 'mango rain 47'
export const metricsToken = 'the metrics token of the matrix'

/** The whole app on its own database, with a person of each role and one object of each kind. */
export type World = {
  app: ReturnType<typeof createApp>
  /** Answers as the port does: the app behind its cache, and the payment sandbox. */
  respond: ReturnType<typeof createRequestHandler>
  /** Connects as the owner of the database. */
  owner: Database
  store: Store
  people: Record<Role, Person | undefined>
  findRole: (uid: string) => Role | undefined
  campaigns: Record<'owners' | 'ownersPending' | 'otherOwners' | 'reviewersPending', Thing>
  /** The donor's unpaid donation to the owner's campaign. */
  donation: { accessCode: string; reference: string }
  /** The donor's paid donation to the same campaign. */
  paid: { accessCode: string; reference: string; code: string; keyId: string }
  /** Objects of the admin pages. */
  adminCases: AdminCases
  mailLinks: MailLinks
  /** A picture that everyone has uploaded. */
  picture: { id: string; file: Uint8Array }
  /** Headers with the provider's signature of a webhook. */
  signed: (body: string | Uint8Array) => Record<string, string>
  sandboxKey: string
}
type Thing = { id: string; slug: string }

type Options = { env?: Record<string, string>; log?: Log }

export async function openWorld(options: Options = {}): Promise<World> {
  const url = await testDatabaseUrl()
  const { services, app, respond } = await openApp(url, options)
  const owner = openDatabase({ connectionString: url }, { max: 2, onIdleError: () => {} })
  afterAll(() => owner[Symbol.asyncDispose]())
  const store = openStore(owner)
  await store.holdJobs()

  const people = await everybody(owner)
  const file = await jpeg()
  let picture = ''
  for (const person of new Set(Object.values(people)))
    if (person?.emailVerified) picture = (await services.images.add(person.uid, file)).id
  const campaigns = await insertCampaigns(services, people)
  const donateDeps = { app, owner, donor: must(people.donor) }
  const donation = await donateTo(campaigns.owners, donateDeps)
  const second = await donateTo(campaigns.owners, donateDeps)
  const paid = { ...second, ...(await pay(services, campaigns.owners, second.reference)) }
  await services.transparency.merge()
  const adminCases = await insertAdminCases(owner, {
    started: donation.reference,
    paid: paid.reference,
  })
  const key = await sandboxSecretKey(services.database)
  await store.save()
  return {
    app,
    respond,
    owner,
    store,
    people,
    findRole: (uid) => roles.find((role) => people[role]?.uid === uid),
    campaigns,
    donation,
    paid,
    adminCases,
    mailLinks: createMailLinks(services, campaigns.owners.id),
    picture: { id: picture, file },
    signed: (body) => ({
      'x-paystack-signature': createHmac('sha512', key).update(body).digest('hex'),
    }),
    sandboxKey: key,
  }
}

/** The wizard's form. Every response is searched for its account number, so the number is no common sequence of digits. */
export const toForm = ({ picture }: World) =>
  campaignForm([{ id: picture.id, alt: 'The dry well' }], { accountNumber: '0734918265' })

/** The production composition with the settings of the tests. */
export async function openApp(url: string, { env, log = openLog('silent') }: Options) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-matrix-'))
  const given = readConfig({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PUBLIC_URL: testOrigin,
    PORT: '0',
    SEED: 'off',
    RATE_LIMITS: 'off',
    METRICS_TOKEN: metricsToken,
    ...env,
  })
  const listener = await listen(given, () => new Response(null, { status: 503 }))
  const config = withPort(given, listener.port)
  const services = await openServices(config, { log, onFatal: rethrow })
  // The payment sandbox is called over HTTP, like the provider.
  const respond = createRequestHandler(services)
  listener.setHandler(respond)
  services.readiness.open()
  afterAll(async () => {
    await listener.close({ timeoutMs: 1_000 })
    await services[Symbol.asyncDispose]()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { services, app: createApp(services), respond }
}

function rethrow(error: Error) {
  throw error
}

async function everybody(owner: Database): Promise<World['people']> {
  const create = (user: User) => createPerson(owner, user, { password })
  const people: World['people'] = {
    anonymous: undefined,
    disabled: await create(named('disabled')),
    stale: await create(named('stale')),
    unverified: await create({ ...named('unverified'), emailVerified: false }),
    verified: await create(bola),
    donor: await create(named('donor')),
    owner: await create(ada),
    otherOwner: await create(named('otherOwner')),
    reviewer: await create(chidi),
    reviewerWhoOwns: await create({ ...named('reviewerWhoOwns'), roles: ['reviewer'] }),
    admin: await create({ ...named('admin'), roles: ['admin'] }),
  }
  await owner.run(sql`update account set disabled = true where uid = ${must(people.disabled).uid}`)
  await owner.run(
    sql`update account set credential_version = 2 where uid = ${must(people.stale).uid}`,
  )
  return people
}

function named(role: Role): User {
  const email = `${role.toLowerCase()}@example.com`
  return { ...bola, uid: randomUUID(), email, sessionId: randomUUID() }
}

async function insertCampaigns({ content, payments }: Services, people: World['people']) {
  const subAccount = await payments.createSubAccount({
    businessName: 'A well for Ife',
    bankCode: '058',
    accountNumber: '0123456789',
    ownerUid: ada.uid,
  })
  if (subAccount.kind !== 'created') throw new Error('no sub-account')
  const bankAccount = { bankCode: '058', last4: '6789', subAccountCode: subAccount.code }
  const of = (who: Person | undefined, status: 'approved' | 'pending', title: string) =>
    insertCampaignBy(content, must(who), status, { title, bankAccount })
  return {
    owners: await of(people.owner, 'approved', 'A well for Ife'),
    ownersPending: await of(people.owner, 'pending', 'Books for Ife'),
    otherOwners: await of(people.otherOwner, 'pending', 'A roof for Ondo'),
    reviewersPending: await of(people.reviewerWhoOwns, 'pending', 'A bridge for Epe'),
  }
}

type DonateDeps = { app: World['app']; owner: Database; donor: Person }

async function donateTo(campaign: Thing, { app, owner, donor }: DonateDeps) {
  const answer = await app.request(`/api/campaigns/${campaign.id}/donations`, {
    method: 'POST',
    headers: {
      cookie: donor.cookie,
      origin: testOrigin,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(donationForm),
  })
  if (answer.status !== 201) throw new Error(`the donation was refused: ${await answer.text()}`)
  const donation = await owner.row(
    z.object({ accessCode: z.string(), reference: z.string() }),
    sql`select access_code as "accessCode", reference from donation order by created_at desc limit 1`,
  )
  if (!donation) throw new Error('the donation was not stored')
  return donation
}

/** Applies a payment as the provider would report it. */
async function pay(
  { content, donations, ledger, receipts }: Services,
  { id }: Thing,
  reference: string,
) {
  const campaign = await content.findCampaign(id)
  const amount = kobo(5_000_00)
  await ledger.applyPayment({
    payment: {
      transactionId: 4_099_260_516,
      reference,
      mode: 'sandbox',
      status: 'success',
      amount,
      requestedAmount: amount,
      fees: kobo(175_00),
      currency: 'NGN',
      subAccountCode: campaign?.bankAccount.subAccountCode ?? null,
      channel: 'card',
      split: null,
      paidAt: new Date(),
    },
    source: 'webhook',
    askedAt: new Date(),
  })
  const found = await donations.findDonation(reference)
  const issued = found && (await receipts.findReceipt(found))
  if (!issued) throw new Error('no receipt was issued')
  return { code: issued.facts.code, keyId: issued.keyId }
}

export const donationForm = {
  amount: '5,000',
  email: 'donor@example.com',
  name: '',
  message: '',
  anonymous: false,
}

function must(person: Person | undefined): Person {
  if (!person) throw new Error('there is no person of this role')
  return person
}
