import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

import { createApp, createRequestHandler } from '#server/app.ts'
import { readConfig, withPort } from '#server/platform/config/config.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { attachDraftDocuments } from '#server/campaigns/documents/document-rows.ts'
import { listen } from '#server/platform/http/listener.ts'
import { openLog, type Log } from '#server/platform/runtime/log.ts'
import type { User } from '#server/platform/policy/actor.ts'
import { openServices, type Overrides, type Services } from '#server/services.ts'
import { campaignForm, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import {
  ada,
  bola,
  chidi,
  createPerson,
  testOrigin,
  type Person,
} from '#test/support/people/people.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'
import { insertVersions, showPicture } from '#test/support/campaigns/versions.ts'
import { pdf } from '#test/support/documents/pdf-files.ts'

import { insertDeletedCampaign } from './matrix-deletion-cases.ts'
import { createMailLinks, type MailLinks } from './matrix-mail-links.ts'
import { insertAdminCases, type AdminCases } from './matrix-reviews.ts'
import {
  insertModerationCases,
  type CampaignName,
  type ModerationCases,
} from './matrix-moderation.ts'
import { donateTo, insertMoneyCases, pay } from './matrix-payment.ts'
import { insertMembers, type Members } from './matrix-member-rows.ts'
import { insertExpenses, insertOutsideReceipts, insertSupporter } from './matrix-supporter-rows.ts'
import { roles, type Role } from './matrix-roles.ts'
import { openStore, type Store } from './matrix-store.ts'
import { sandboxSecretKey } from '#packages/paystack-sandbox/src/index.ts'

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
  campaigns: Record<CampaignName, Thing>
  /** Cases and an appeal about these campaigns. */
  moderation: ModerationCases
  /** The donor's unpaid donation to the owner's campaign. */
  donation: { accessCode: string; reference: string }
  /** The donor's paid donation to the same campaign. */
  paid: { id: string; accessCode: string; reference: string; code: string; keyId: string }
  /** A campaign that was public and is deleted, with evidence. */
  deletedCampaign: Thing & { documentId: string }
  members: Members
  /** Objects of the admin pages. */
  adminCases: AdminCases
  mailLinks: MailLinks
  /** A picture that everyone has uploaded. */
  picture: { id: string; file: Uint8Array }
  /** The picture of the owner's approved campaign, and that of the pending one. Only the owner has uploaded them. */
  shownPicture: string
  hiddenPicture: string
  /** Documents of the owner's draft and of the owner's approved campaign. */
  documents: Record<'draft' | 'submitted' | 'published', string>
  /** Headers with the provider's signature of a webhook. */
  signed: (body: string | Uint8Array) => Record<string, string>
  sandboxKey: string
}
type Thing = { id: string; slug: string }

type Options = {
  env?: Record<string, string>
  log?: Log
  /** A migrated database for this world alone, which is not restored after requests. */
  stored?: { url: string; database: Database; owners: { id: string } }
  /** Adds to the world before its tables are saved. */
  prepare?: (world: Pick<World, 'app' | 'owner' | 'campaigns'>, services: Services) => Promise<void>
}

export async function openWorld(options: Options = {}): Promise<World> {
  const { stored } = options
  const url = stored?.url ?? (await testDatabaseUrl())
  const { services, app, respond } = await openApp(url, { ...options, ...stored })
  const owner = openDatabase({ connectionString: url }, { max: 2, onIdleError: () => {} })
  afterAll(() => owner[Symbol.asyncDispose]())
  const store = openStore(owner)
  await store.holdJobs()

  const people = await everybody(owner)
  const file = await jpeg()
  const picture = await addForEveryone(services, people, file)
  const campaigns = await insertCampaigns(services, people, stored?.owners)
  const members = await insertMembers(owner, services.sealing, { people, campaigns })
  const uploader = must(people.owner).uid
  const shownPicture = (await services.images.add(uploader, await jpeg(2))).id
  const hiddenPicture = (await services.images.add(uploader, await jpeg(200))).id
  await showPicture(owner, campaigns.owners.id, shownPicture)
  await showPicture(owner, campaigns.ownersPending.id, hiddenPicture)
  await insertVersions(owner, campaigns.owners.id)
  const donateDeps = { app, owner, donor: must(people.donor) }
  const donation = await donateTo(campaigns.owners, donateDeps)
  const second = await donateTo(campaigns.owners, donateDeps)
  const paid = { ...second, ...(await pay(services, campaigns.owners, second.reference)) }
  await insertSupporter(owner, services.sealing, second.reference)
  await insertOutsideReceipts(owner, campaigns.owners.id)
  await insertExpenses(owner, campaigns.owners.id)
  await services.transparency.merge()
  const moderation = await insertModerationCases(owner, services.sealing, { people, campaigns })
  await insertMoneyCases(owner, services.sealing, { campaigns, donation })
  const adminCases = await insertAdminCases(owner, services.sealing, {
    started: donation.reference,
    paid: paid.reference,
  })
  const documents = await addDocuments(services, campaigns)
  const deletedCampaign = await insertDeletedCampaign(services)
  const key = await sandboxSecretKey(services.database)
  await options.prepare?.({ app, owner, campaigns }, services)
  if (!stored) await store.save()
  return {
    app,
    respond,
    owner,
    store,
    people,
    findRole: (uid) => roles.find((role) => people[role]?.uid === uid),
    campaigns,
    moderation,
    members,
    donation,
    paid,
    adminCases,
    deletedCampaign,
    mailLinks: createMailLinks(services, campaigns.owners.id),
    picture: { id: picture, file },
    shownPicture,
    hiddenPicture,
    documents,
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
export async function openApp(
  url: string,
  { env, log = openLog('silent'), database, now }: Options & Pick<Overrides, 'database' | 'now'>,
) {
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
  const services = await openServices(config, {
    log,
    onFatal: rethrow,
    ...(database && { database }),
    ...(now && { now }),
  })
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

/** The id of the picture. */
async function addForEveryone({ images }: Services, people: World['people'], file: Uint8Array) {
  let id = ''
  for (const person of new Set(Object.values(people)))
    if (person?.emailVerified) id = (await images.add(person.uid, file)).id
  return id
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
    editor: await create(named('editor')),
    treasurer: await create(named('treasurer')),
    reviewer: await create(chidi),
    reviewerWhoOwns: await create({ ...named('reviewerWhoOwns'), roles: ['reviewer'] }),
    reviewerWhoApproved: await create({ ...named('reviewerWhoApproved'), roles: ['reviewer'] }),
    reviewerWhoDonated: await create({ ...named('reviewerWhoDonated'), roles: ['reviewer'] }),
    reviewerWhoReported: await create({ ...named('reviewerWhoReported'), roles: ['reviewer'] }),
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

async function insertCampaigns(
  { content, payments }: Services,
  people: World['people'],
  owners: { id?: string } = {},
) {
  const subAccount = await payments.createSubAccount({
    businessName: 'A well for Ife',
    bankCode: '058',
    accountNumber: '0123456789',
    ownerUid: ada.uid,
  })
  if (subAccount.kind !== 'created') throw new Error('no sub-account')
  const bankAccount = { bankCode: '058', last4: '6789', subAccountCode: subAccount.code }
  const of = (
    who: Person | undefined,
    status: 'approved' | 'pending' | 'taken-down',
    title: string,
    change: { id?: string } = {},
  ) => insertCampaignBy(content, must(who), status, { title, bankAccount, ...change })
  return {
    owners: await of(people.owner, 'approved', 'A well for Ife', owners),
    ownersPending: await of(people.owner, 'pending', 'Books for Ife'),
    otherOwners: await of(people.otherOwner, 'pending', 'A roof for Ondo'),
    reviewersPending: await of(people.reviewerWhoOwns, 'pending', 'A bridge for Epe'),
    frozen: await of(people.owner, 'approved', 'A clinic for Ife'),
    takenDown: await of(people.owner, 'taken-down', 'A fraud in Ife'),
  }
}

async function addDocuments(
  { database, documents }: Services,
  { owners, frozen }: Record<'owners' | 'frozen', Thing>,
) {
  const upload = { fileName: 'bill.pdf', bytes: pdf() }
  const add = async ({ id }: Thing) => {
    const added = await documents.addToDraft(ada.uid, upload)
    await attachDraftDocuments(database, { ownerUid: ada.uid, id })
    return added.id
  }
  const submitted = await add(owners)
  const published = await add(frozen)
  await database.run(sql`update campaign_document set published_at = now() where id = ${published}`)
  await database.run(sql`insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, at)
    values (${frozen.id}, ${randomUUID()}, 'approve', 'pending', 'approved', 'uid-reviewer', now() + interval '1 second')`)
  const draft = await documents.addToDraft(ada.uid, upload)
  return { draft: draft.id, submitted, published }
}

function must(person: Person | undefined): Person {
  if (!person) throw new Error('there is no person of this role')
  return person
}
