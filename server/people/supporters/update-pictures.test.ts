import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import { campaignUpdatesSchema } from '#shared/campaign-update.ts'
import { imagePath, jpegPath } from '#shared/image.ts'
import { freshCampaignMoneyApp } from '#test/support/campaigns/campaign-money-app.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { as, visitor } from '#test/support/people/people.ts'

const { at, campaign, organiser, stranger, database } = await freshCampaignMoneyApp()
let id: string

beforeEach(async () => {
  id = (await at.images.add(organiser.uid, await jpeg())).id
})

const path = () => `/api/campaigns/${campaign.id}/updates`
const pump = { title: 'The pump is here', text: 'It works.' }
const alt = 'A pump <beside> the well'
const publish = (images: object[]) =>
  as(at.app, organiser)(path(), {
    method: 'POST',
    body: { ...pump, images },
    headers: { 'idempotency-key': randomUUID() },
  })
const read = async () =>
  campaignUpdatesSchema.parse(await (await as(at.app, visitor)(path())).json()).updates
const load = (toPath = imagePath) => as(at.app, visitor)(toPath(id, 320))

describe('the pictures of an update', () => {
  it('are for everyone once it is published, and for no one after it is hidden', async () => {
    expect((await load()).status).toBe(404)
    expect((await publish([{ id, alt }])).status).toBe(201)
    const [update] = await read()
    expect(update?.images).toMatchObject([{ id, alt, width: 400, height: 250 }])
    expect((await load()).headers.get('content-type')).toBe('image/webp')

    await as(at.app, organiser)(`${path()}/${update?.id}/hide`, { method: 'POST', body: {} })
    expect((await load()).status).toBe(404)
    expect((await load(jpegPath)).status).toBe(404)
  })

  it('are in the feed and, the first one, in the mail as JPEG that other origins may show', async () => {
    const second = (await at.images.add(organiser.uid, await jpeg(90))).id
    const reader = `${randomUUID()}@example.com`
    await at.campaignFollowers.follow({ campaignId: campaign.id, email: reader, language: 'en' })
    await publish([
      { id, alt },
      { id: second, alt: 'The pipes' },
    ])
    await at.runJobs()
    const [mail] = (await listMails(database, reader)).filter(({ subject }) =>
      subject.startsWith('Update'),
    )
    const { html = '' } = mail ?? {}
    expect(html).toContain('alt="A pump &lt;beside&gt; the well"')
    const address = /src="([^"]*\/images\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(html).not.toContain(second)
    const { pathname, search } = new URL(address)
    const picture = await as(at.app, visitor)(pathname + search)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')

    const feed = await (await as(at.app, visitor)(`/c/${campaign.slug}/updates.rss`)).text()
    expect(feed).toContain(`/images/${id}?w=640`)
    expect(feed).toContain(`/images/${second}?w=640`)
  })

  it('are at most four, each with a description, and uploaded by the organiser', async () => {
    const stolen = (await at.images.add(stranger.uid, await jpeg(60))).id
    const answers = []
    for (const images of [
      [{ id, alt: ' ' }],
      [{ id: stolen, alt }],
      Array.from({ length: 5 }, () => ({ id, alt })),
    ])
      answers.push((await publish(images)).status)
    expect(answers).toEqual([400, 400, 400])
    expect(await read()).toEqual([])
  })

  it('stay readable in the earlier version that an edit replaced', async () => {
    await publish([{ id, alt }])
    const [update] = await read()
    const edit = { ...pump, images: [] }
    await as(at.app, organiser)(`${path()}/${update?.id}`, { method: 'PUT', body: edit })
    expect(await read()).toMatchObject([{ images: [], earlier: [{ images: [{ id, alt }] }] }])
    expect((await load()).status).toBe(200)
  })

  it('are deleted with the campaign, and not before', async () => {
    await publish([{ id, alt }])
    at.pass(3 * 86_400_000)
    await at.runTask('collect-orphans')
    expect((await load()).status).toBe(200)

    await as(at.app, organiser)(`/api/campaigns/${campaign.id}`, { method: 'DELETE' })
    await at.runJobs()
    await at.runTask('collect-orphans')
    expect(await at.images.read(id, 320)).toBeUndefined()
  })
})
