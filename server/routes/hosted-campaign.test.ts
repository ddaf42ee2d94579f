import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'

import { openLog } from '#server/platform/runtime/log.ts'
import { campaignResponseSchema, campaignListSchema } from '#shared/campaign.ts'
import { imageSchema } from '#shared/image-schema.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { approvalReason, campaignForm } from '#test/support/campaigns/campaigns.ts'
import { hostedContent } from '#test/support/campaigns/hosted-content.ts'
import { listWaitingJobs } from '#test/support/database/jobs.ts'
import { ada, as, chidi, createPerson, visitor, type Person } from '#test/support/people/people.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'

const { database, owner: db } = await freshDatabase()
const hosted = await hostedContent(database)
const logged: string[] = []
const log = openLog('trace', { write: (line: string) => void logged.push(line) })
const { app, tasks } = await openCampaignApp(database, { stores: hosted, log })

let owner: Person
let reviewer: Person

beforeEach(async () => {
  await hosted.empty()
  logged.length = 0
  owner = await createPerson(database, ada)
  reviewer = await createPerson(database, chidi)
  for (const { uid, firstname, lastname, email } of [owner, reviewer]) {
    const about = { gender: 'Female', terms: true, emailVerified: true } as const
    await hosted.content.insertUser({ uid, firstname, lastname, email, ...about })
  }
})

const runTask = (name: string) => tasks.find((task) => task.name === name)?.run({})
const listDocuments = (prefix: string) =>
  [...hosted.fakeSanity.documents.keys()].filter((id) => id.startsWith(prefix))
const assetsOfTests = ['a', 'b', 'c'].map((letter) => `image-${letter.repeat(40)}-10x20-webp`)
/** Requests with bytes of a picture. */
const handedOut = () =>
  hosted.fakeSanity.requests.filter(({ path }) => path.includes('/assets/images/'))

async function upload(shade = 3) {
  const form = new FormData()
  const bytes = new Uint8Array(await jpeg(shade))
  form.append('file', new File([bytes], 'well.jpg', { type: 'image/jpeg' }))
  const response = await as(app, owner)('/api/images', { method: 'POST', body: form })
  return imageSchema.parse(await response.json())
}

async function submit(key = 'submission-1') {
  const { id } = await upload()
  const headers = { 'idempotency-key': key }
  const body = campaignForm([{ id, alt: 'The dry well' }])
  return as(app, owner)('/api/campaigns', { method: 'POST', headers, body })
}

const read = async (who: Person | typeof visitor, path: string) => (await as(app, who)(path)).json()

describe('a campaign in the hosted store', () => {
  it('supports upload, submission, review, list, page, search and deletion', async () => {
    const { campaign } = campaignResponseSchema.parse(await (await submit()).json())
    expect(campaign).toMatchObject({ status: 'pending', owner: { firstname: 'Ada' } })
    expect((await as(app, visitor)(`/api/campaigns/${campaign.id}`)).status).toBe(404)

    const { items } = reviewQueueSchema.parse(await read(reviewer, '/api/reviews'))
    const [{ version } = { version: 0 }] = items
    const approve = `/api/reviews/${campaign.id}/approve`
    const approved = await as(app, reviewer)(approve, {
      method: 'POST',
      body: { version, reason: approvalReason },
    })
    expect(approved.status).toBe(204)
    const list = campaignListSchema.parse(await read(visitor, '/api/campaigns?q=fami'))
    expect(list).toMatchObject({ total: 1, campaigns: [{ id: campaign.id, slug: campaign.slug }] })
    const page = await read(visitor, `/api/campaigns/by-slug/${campaign.slug}`)
    expect(page).toMatchObject({ campaign: { status: 'approved', contact: null } })
    expect(JSON.stringify([list, page])).not.toMatch(/ada\.obi|0123456789|801 234/)

    const [shown] = list.campaigns
    const path = `/images/${shown?.image?.id}?w=320`
    expect((await as(app, visitor)(path)).status).toBe(200)
    expect(handedOut()).toEqual([])
    await runTask('hand-out-images')
    expect(handedOut()).toHaveLength(1)
    const image = await as(app, visitor)(path)
    expect(image.headers.get('cache-control')).toBe('public, max-age=86400')
    const bytes = new Uint8Array(await image.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320 })

    const own = `/api/campaigns/${campaign.id}`
    expect((await as(app, owner)(own, { method: 'DELETE' })).status).toBe(204)
    expect((await as(app, owner)(own)).status).toBe(404)
    expect(listDocuments('campaign.')).toEqual([])

    await runTask('finish-deletions')
    await runTask('collect-orphans')
    expect(listDocuments('image-')).toEqual(assetsOfTests)
    expect(await hosted.ownImages.read(shown?.image?.id ?? '')).toBeUndefined()
    expect((await as(app, visitor)(path)).status).toBe(404)
  })

  it('gives Sanity no picture of a campaign in review, nor of a rejected one', async () => {
    const { campaign } = campaignResponseSchema.parse(await (await submit()).json())
    const path = `/images/${campaign.images[0]?.id}?w=320`
    const statuses = async () => {
      const answers = [owner, reviewer, visitor].map((who) => as(app, who)(path))
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    await runTask('hand-out-images')
    expect(await statuses()).toEqual([200, 200, 404])

    const { items } = reviewQueueSchema.parse(await read(reviewer, '/api/reviews'))
    const body = { version: items[0]?.version, reason: approvalReason }
    const rejected = await as(app, reviewer)(`/api/reviews/${campaign.id}/reject`, {
      method: 'POST',
      body,
    })
    expect(rejected.status).toBe(204)
    await runTask('hand-out-images')
    expect(await statuses()).toEqual([200, 200, 404])
    expect(handedOut()).toEqual([])
    expect(listDocuments('image-')).toEqual(assetsOfTests)
  })

  it('gives Sanity a new picture of an approved campaign when the change is approved', async () => {
    const { campaign } = campaignResponseSchema.parse(await (await submit()).json())
    await hosted.content.changeCampaign(campaign.id, { to: 'approved' })
    await runTask('hand-out-images')
    expect(handedOut()).toHaveLength(1)

    const { id } = await upload(4)
    const stored = await hosted.content.findCampaign(campaign.id)
    const images = [...(stored?.images ?? []), { id, width: 8, height: 6, alt: '' }]
    await runTask('hand-out-images')
    expect(handedOut()).toHaveLength(1)
    await hosted.content.changeCampaign(campaign.id, { fields: { images } })
    const waiting = (await listWaitingJobs(db)).map(({ task }) => task)
    expect(waiting.filter((task) => task === 'hand-out-images')).toHaveLength(1)
    await runTask('hand-out-images')
    expect(handedOut()).toHaveLength(2)
  })

  it('is stored once when its form arrives three times at once', async () => {
    const { id } = await upload()
    const headers = { 'idempotency-key': 'submission-2' }
    const body = campaignForm([{ id, alt: '' }])
    const send = () => as(app, owner)('/api/campaigns', { method: 'POST', headers, body })
    const answers = await Promise.all([send(), send(), send()])
    const bodies = await Promise.all(answers.map(async (answer) => answer.json()))
    const ids = new Set(bodies.map((answer) => campaignResponseSchema.parse(answer).campaign.id))
    expect(ids.size).toBe(1)
    expect(await hosted.content.countCampaigns({})).toBe(1)
  })

  it('responds with an error while Sanity is down, and logs no secrets', async () => {
    for (let count = 0; count < 3; count++)
      hosted.fakeSanity.overrides.push(() => Response.json({ error: 'down' }, { status: 503 }))
    const answer = await as(app, visitor)('/api/campaigns?q=private')
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ error: { code: 'content-unavailable' } })
    expect(logged.join('')).toContain('the content store returned status 503')
    expect(logged.join('')).not.toContain(hosted.fakeSanity.options.token)
    expect(logged.join('')).not.toContain('private')
    expect((await as(app, visitor)('/api/campaigns')).status).toBe(200)
  })

  it('can be submitted again after Sanity failed midway', async () => {
    const { id } = await upload()
    const body = campaignForm([{ id, alt: '' }])
    const send = () =>
      as(app, owner)('/api/campaigns', {
        method: 'POST',
        headers: { 'idempotency-key': 'submission-3' },
        body,
      })
    hosted.fakeSanity.failNext('/data/mutate/')
    expect((await send()).status).toBe(502)
    expect((await send()).status).toBe(201)
    expect(await hosted.content.countCampaigns({})).toBe(1)
  })

  it('uses the ranking and orphan tasks of hosted stores', () => {
    const names = tasks.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['rank-hosted-campaigns', 'collect-orphans']))
    expect(names).not.toContain('rank-campaigns')
  })
})
