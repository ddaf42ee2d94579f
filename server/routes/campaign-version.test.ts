import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import { campaignEditResponseSchema, campaignFormSchema } from '#shared/campaign-edit.ts'
import { campaignEditsSchema } from '#shared/campaign-history.ts'
import {
  campaignVersionSchema,
  campaignVersionsSchema,
  liveEditsSchema,
} from '#shared/campaign-version.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { approvalReason, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, as, chidi, visitor, type Person } from '#test/support/people/people.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'

const {
  database,
  owner: databaseOwner,
  people,
} = await freshDatabase({ owner: ada, reviewer: chidi })
const { owner, reviewer } = people
const { app, content, addPicture } = await openCampaignApp(database)
const story =
  'Four hundred families in Ife walk two hours every day for water that makes their children ill, and the old well has been dry since the last rains.'
const reason = 'Please tell us first who has confirmed this.'

let campaign: StoredCampaign

beforeEach(async () => {
  const image = { ...(await addPicture(ada.uid, 1)), alt: 'The dry well' }
  const { id } = await insertCampaignBy(content, ada, 'pending', {
    images: [image],
    description: story,
  })
  campaign = await find(id)
  await post(reviewer, `reviews/${id}/approve`, { version: 0, reason: approvalReason })
})

const post = (who: Person, path: string, body: object = {}) =>
  as(app, who)(`/api/${path}`, { method: 'POST', body })
const read = async (who: Person | typeof visitor, path: string): Promise<unknown> =>
  (await as(app, who)(`/api/${path}`)).json()
const find = async (id = campaign.id) => {
  const found = await content.findCampaign(id)
  if (!found) throw new Error('the campaign was not found')
  return found
}
const send = async (change: object) => {
  const path = `campaigns/${campaign.id}/form`
  const { values } = z.parse(campaignFormSchema, await read(owner, path))
  return as(app, owner)(`/api/campaigns/${campaign.id}`, {
    method: 'PUT',
    body: { ...values, ...change },
  })
}
/** Saves the owner's form with changes. True if the edit waits. */
const edit = async (change: object) => {
  const response = await send(change)
  expect(response.status).toBe(200)
  return z.parse(campaignEditResponseSchema, await response.json()).waits
}
const listVersions = async () =>
  z.parse(campaignVersionsSchema, await read(visitor, `campaigns/${campaign.id}/versions`)).versions
const readVersion = async (number: number, who: Person | typeof visitor = visitor) =>
  z.parse(campaignVersionSchema, await read(who, `campaigns/${campaign.id}/versions/${number}`))
    .version
const listLive = async () => z.parse(liveEditsSchema, await read(reviewer, 'reviews/edits'))
const listQueue = async () => z.parse(reviewQueueSchema, await read(reviewer, 'reviews')).items
const approveWaiting = async () => {
  const [item] = await listQueue()
  const body = { version: item?.version, reason: approvalReason }
  expect((await post(reviewer, `reviews/${campaign.id}/approve`, body)).status).toBe(204)
}
const replaceWords = (count: number) =>
  story
    .split(' ')
    .map((word, index) => (index < count ? `changed${index}` : word))
    .join(' ')
const swap = async () => ({
  description: 'Pay to my wallet bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq, not here.',
  images: [{ id: (await addPicture(ada.uid, 50)).id, alt: 'The wallet' }],
})

it('keeps the approved story and pictures public while their swap waits for review', async () => {
  const change = await swap()
  expect(await edit(change)).toBe(true)

  const stored = await find()
  expect([stored.description, stored.images.map(({ id }) => id)]).toEqual([
    campaign.description,
    campaign.images.map(({ id }) => id),
  ])
  expect(JSON.stringify(await read(visitor, `campaigns/${campaign.id}`))).not.toContain('wallet')
  expect(await listVersions()).toMatchObject([{ number: 1, kind: 'approved' }])
  const [item] = await listQueue()
  expect(item).toMatchObject({
    kind: 'change',
    campaign: { description: change.description, acceptsDonations: true },
    difference: { before: { description: story }, after: { description: change.description } },
  })

  await approveWaiting()
  expect(await find()).toMatchObject({ description: change.description })
  expect(await listVersions()).toMatchObject([
    { number: 2, kind: 'change-approved' },
    { number: 1, kind: 'approved' },
  ])
  expect(await readVersion(1)).toMatchObject({
    content: { description: story, images: [{ alt: 'The dry well' }], beneficiary: null },
    before: null,
    later: 2,
  })
})

it('changes the focus point of a picture without review, and keeps it in later edits', async () => {
  const [picture] = campaign.images
  const focus = { x: 30, y: 0 }
  expect(await edit({ images: [{ id: picture?.id, alt: picture?.alt, focus }] })).toBe(false)
  expect(await edit({ city: 'Ile-Ife' })).toBe(false)
  expect((await find()).images).toMatchObject([{ focus }])
  expect((await listVersions()).map(({ kind }) => kind)).toEqual([
    'corrected',
    'corrected',
    'approved',
  ])
  const refused = await send({ images: [{ id: picture?.id, alt: '', focus: { x: 101, y: 0 } }] })
  expect(refused.status).toBe(400)
})

it('shows the picture of a waiting edit to visitors only after its approval', async () => {
  const change = await swap()
  await edit(change)
  const [before] = campaign.images
  const status = async (id = '') => (await as(app, visitor)(`/images/${id}?w=320`)).status
  const shown = () => Promise.all([status(before?.id), status(change.images[0]?.id)])
  expect(await shown()).toEqual([200, 404])
  await approveWaiting()
  // Earlier versions keep their pictures.
  expect(await shown()).toEqual([200, 200])
})

it('hides the pictures of its versions while it is taken down', async () => {
  const [image] = campaign.images
  await content.changeCampaign(campaign.id, { to: 'taken-down' })
  await databaseOwner.run(sql`
    with opened as (
      insert into moderation_case (campaign_id, title, owner_uid, opened_at)
      values (${campaign.id}, '', ${ada.uid}, now()) returning id
    )
    insert into moderation_decision (
      campaign_id, case_id, kind, ground, public_reason, reason, report_reasons, actor_uid, at, status_before)
    select ${campaign.id}, id, 'takedown', 'fraud', 'Fraud.', 'Fraud.', '{}', ${reviewer.uid}, now(), 'approved' from opened`)
  const status = async (who: Person | typeof visitor) =>
    (await as(app, who)(`/images/${image?.id}?w=320`)).status
  expect([await status(visitor), await status(owner)]).toEqual([404, 200])
})

it('gives up the pictures of earlier versions and waiting edits when the campaign is deleted', async () => {
  await edit(await swap())
  await approveWaiting()
  const waiting = await addPicture(ada.uid, 120)
  await edit({ images: [{ id: waiting.id, alt: '' }] })
  const path = `/api/campaigns/${campaign.id}`
  expect((await as(app, owner)(path, { method: 'DELETE' })).status).toBe(204)
  expect(await databaseOwner.rows(z.object({}), sql`select from image_upload`)).toEqual([])
  for (const table of ['campaign_version', 'campaign_pending_change'])
    expect((await databaseOwner.pool.query(`select from ${table}`)).rows).toEqual([])
})

it('keeps every changed field of a waiting edit, also in the form', async () => {
  const change = {
    ...(await swap()),
    city: 'Ondo',
    category: 'other',
    cause: 'charity',
    phone: '+2348022345678',
  }
  expect(await edit(change)).toBe(true)
  const form = z.parse(campaignFormSchema, await read(owner, `campaigns/${campaign.id}/form`))
  expect(form.values).toMatchObject({
    city: 'Ondo',
    category: 'other',
    cause: 'charity',
    phone: change.phone,
  })
  await approveWaiting()
  expect(await find()).toMatchObject({
    city: 'Ondo',
    category: 'other',
    contact: { ...campaign.contact, phone: change.phone },
  })
})

it('publishes a corrected spelling at once, as a version that readers can compare', async () => {
  const corrected = story.replace('dry since', 'dry ever since')
  expect(await edit({ description: corrected })).toBe(false)
  expect(await listQueue()).toEqual([])
  expect(await find()).toMatchObject({ description: corrected })
  expect(await readVersion(2)).toMatchObject({
    kind: 'corrected',
    content: { description: corrected },
    before: { description: story },
    earlier: 1,
    later: null,
  })
  const { edits } = z.parse(
    campaignEditsSchema,
    await read(visitor, `campaigns/${campaign.id}/edits`),
  )
  expect(edits).toMatchObject([
    { earlierVersion: 1, changes: [{ field: 'description', before: story }] },
  ])
})

it.each([
  ['a link', { importance: 'See ajo-help.ng for more. Four hundred families need it very much.' }],
  ['a phone number', { description: `${story} Call 0803 123 4567.` }],
  ['a phone number as the place', { city: 'Ife 08031234567' }],
  ['another phone number of the contact', { phone: '+234 809 234 5678' }],
  ['another address of the contact', { email: 'else@example.org' }],
  ['a description of a picture with a wallet', { alt: 'Pay to my wallet' }],
])('lets %s wait for review', async (_name, { alt, ...change }: Record<string, string>) => {
  const [image] = campaign.images
  const changed = alt === undefined ? change : { images: [{ id: image?.id, alt }] }
  expect(await edit(changed)).toBe(true)
  expect(await find()).toMatchObject(campaignTexts())
})
const campaignTexts = () => {
  const { description, importance, city, images: shown, contact } = campaign
  return { description, importance, city, images: shown, contact }
}

it('adds up small edits until they wait for review', async () => {
  let published = 0
  for (let count = 1; count <= 20; count++)
    if (await edit({ description: replaceWords(count) })) break
    else published = count
  expect(published).toBeGreaterThan(2)
  expect(published).toBeLessThan(15)
  expect(await find()).toMatchObject({ description: replaceWords(published) })
  expect((await listQueue())[0]).toMatchObject({
    difference: { before: { description: story } },
  })
})

it('hides the contact at once when its owner withdraws consent, even if the rest waits', async () => {
  await edit({ showContact: true })
  expect(await find()).toMatchObject({ contact: { isPublic: true } })
  expect(await readVersion(2)).toMatchObject({ content: { beneficiary: 'Ada Obi' } })
  expect(await edit({ title: 'Two wells', showContact: false })).toBe(true)
  expect(await find()).toMatchObject({ title: campaign.title, contact: { isPublic: false } })
  expect(await readVersion(2)).toMatchObject({ content: { beneficiary: null } })
})

it('withdraws a waiting edit when a later edit is small', async () => {
  await edit({ title: 'Two wells' })
  expect(await edit({ title: campaign.title, country: 'Ghana' })).toBe(false)
  expect(await find()).toMatchObject({ title: campaign.title, country: 'Ghana' })
  expect(await listQueue()).toEqual([])
})

describe('a live edit with more than half of the points', () => {
  const large = replaceWords(9)
  beforeEach(async () => {
    await edit({ description: large })
  })

  it('is checked by a reviewer, from which later edits are compared', async () => {
    const { edits, total, threshold } = await listLive()
    expect([total, threshold]).toEqual([1, 100])
    expect(edits).toMatchObject([
      {
        campaign: { id: campaign.id },
        number: 2,
        before: { description: story },
        after: { description: large },
      },
    ])
    const path = `reviews/${campaign.id}/edits/accept`
    expect((await post(reviewer, path, { number: 2 })).status).toBe(204)
    expect(await listLive()).toMatchObject({ total: 0, edits: [] })
    expect((await post(reviewer, path, { number: 2 })).status).toBe(409)
    expect(await edit({ description: `${large} Thank you.` })).toBe(false)
    expect((await readVersion(3)).before?.description).toBe(large)
  })

  it('is taken back with a reason that its owner reads', async () => {
    const path = `reviews/${campaign.id}/edits/take-back`
    expect((await post(reviewer, path, { number: 2, reason: '' })).status).toBe(400)
    expect((await post(reviewer, path, { number: 2, reason })).status).toBe(204)
    expect(await find()).toMatchObject({ description: story })
    expect(await listLive()).toMatchObject({ total: 0 })

    expect(await listVersions()).toMatchObject([
      { number: 3, kind: 'restored' },
      { number: 1, kind: 'approved' },
    ])
    const hidden = await as(app, visitor)(`/api/campaigns/${campaign.id}/versions/2`)
    expect(hidden.status).toBe(404)
    const edits = await read(visitor, `campaigns/${campaign.id}/edits`)
    expect(JSON.stringify(edits)).not.toContain('changed1')
    const history = await read(owner, `campaigns/${campaign.id}/history`)
    expect(JSON.stringify(history)).toContain(reason)
    const mails = await databaseOwner.rows(
      z.object({ text: z.string() }),
      sql`select text from mail_outbox where subject like 'Your last edit was taken back%'`,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(reason)
  })

  it('can be taken back after the campaign has ended', async () => {
    await post(owner, `campaigns/${campaign.id}/end`)
    const path = `reviews/${campaign.id}/edits/take-back`
    expect((await post(reviewer, path, { number: 2, reason })).status).toBe(204)
    expect(await find()).toMatchObject({ status: 'ended', description: story })
  })

  it('is decided on only as the reviewer saw it', async () => {
    await edit({ country: 'Ghana', description: replaceWords(2) })
    for (const [action, body] of [
      ['accept', { number: 2 }],
      ['take-back', { number: 2, reason }],
    ] as const)
      expect((await post(reviewer, `reviews/${campaign.id}/edits/${action}`, body)).status).toBe(
        409,
      )
    expect(await find()).toMatchObject({ country: 'Ghana' })
  })
})

it('makes one version of each of several edits that arrive at the same time', async () => {
  const edited = await Promise.all(
    [1, 2, 3, 4].map((count) => send({ description: replaceWords(count) })),
  )
  expect(edited.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const versions = await listVersions()
  expect(versions.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1])
  const { description } = await find()
  expect((await readVersion(5)).content.description).toBe(description)
})

it('lets an edit wait that would undo an approved change, from a form that was opened before', async () => {
  const path = `campaigns/${campaign.id}/form`
  const older = z.parse(campaignFormSchema, await read(owner, path)).values
  await edit({ title: 'Two wells for Ife' })
  await approveWaiting()
  expect(await edit({ ...older, country: 'Ghana' })).toBe(true)
  expect(await find()).toMatchObject({ title: 'Two wells for Ife', country: 'Nigeria' })
})

it('writes the first version of a campaign that was approved before versions were kept', async () => {
  await database.run(sql`delete from campaign_version`)
  expect(await listVersions()).toEqual([])
  await edit({ country: 'Ghana' })
  expect(await listVersions()).toMatchObject([
    { number: 2, kind: 'corrected' },
    { number: 1, kind: 'approved' },
  ])
  expect(await readVersion(1)).toMatchObject({ content: { country: 'Nigeria' } })
})

it('records no other version when nothing changes', async () => {
  expect(await edit({})).toBe(false)
  await edit({ description: replaceWords(1) })
  await edit({ description: replaceWords(1) })
  expect(await listVersions()).toHaveLength(2)
})
