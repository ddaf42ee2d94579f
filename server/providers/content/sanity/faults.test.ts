import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { testDatabase } from '#test/support/database/database.ts'
import { ownImageStorage, sampleUser } from '#test/support/campaigns/hosted-content.ts'
import { openFakeSanity } from '#test/support/providers/sanity.ts'

import { ContentUnavailable } from '../content.ts'
import { uploadImage } from './images.ts'
import { openSanityApi } from './sanity-api.ts'
import { sanityContent } from './sanity-content.ts'

const { database, empty } = await testDatabase()
const fake = await openFakeSanity()
afterAll(() => fake.close())
const { options } = fake
const timeoutMs = 900
const { ownImages } = ownImageStorage()
const shortOptions = { ...options, timeoutMs, uploadTimeoutMs: timeoutMs }
const { content, imageStorage } = sanityContent({ ...shortOptions, database, ownImages })
const api = openSanityApi(shortOptions)

const html = () => new Response('<h1>Sorry</h1>', { headers: { 'content-type': 'text/html' } })
const never = () => new Promise<Response>(() => {})
const failing = (status: number) => () =>
  Response.json({ error: { description: `status ${status}` } }, { status })
const faults: [string, () => Response | Promise<Response>][] = [
  ['a refused token', failing(401)],
  ['too many requests', failing(429)],
  ['an internal error', failing(500)],
  ['a bad gateway', failing(502)],
  ['a service outage', failing(503)],
  ['HTML instead of JSON', html],
  ['unexpected JSON', () => Response.json({ hello: 'world' })],
  [
    'a truncated response',
    () => new Response('{"result":', { headers: { 'content-type': 'application/json' } }),
  ],
  ['no response', never],
]

describe('the hosted store is unavailable after', () => {
  beforeEach(async () => {
    await empty()
    fake.reset()
  })
  /** For the request and all its retries. */
  const respondWith = (answer: () => Response | Promise<Response>) =>
    fake.overrides.push(...Array.from({ length: 6 }, () => answer))

  it.each(faults)('%s in response to a query', async (_name, respond) => {
    respondWith(respond)
    const listed = content.listCampaigns({ status: 'approved' }, { limit: 3 })
    await expect(listed).rejects.toThrow(ContentUnavailable)
  })

  it.each(faults)('%s in response to a mutation', async (_name, respond) => {
    respondWith(respond)
    const changed = content.updateUser('user.ada', { firstname: 'Adaeze' })
    await expect(changed).rejects.toThrow(ContentUnavailable)
  })

  it.each(faults)('%s in response to an upload', async (_name, respond) => {
    respondWith(respond)
    const image = { id: 'a'.repeat(64), bytes: new Uint8Array([1]) }
    await expect(uploadImage(api, database, image)).rejects.toThrow(ContentUnavailable)
  })

  it.each(faults)('%s in response to an image request', async (_name, respond) => {
    respondWith(respond)
    const read = imageStorage.read(`image-${'d'.repeat(40)}-640x480-jpg-320`)
    await expect(read).rejects.toThrow(ContentUnavailable)
  })

  it('an image without an end', async () => {
    let sent = 0
    let isClosed = false
    const endless = new ReadableStream({
      pull: (stream) => {
        sent += 1
        stream.enqueue(new Uint8Array(1_000_000))
      },
      cancel: () => void (isClosed = true),
    })
    fake.overrides.push(() => new Response(endless, { headers: { 'content-type': 'image/webp' } }))
    const { imageStorage: images } = sanityContent({ ...options, database, ownImages })
    const read = images.read(`image-${'d'.repeat(40)}-640x480-jpg-320`)
    await expect(read).rejects.toThrow('an image of the store is too large')
    await expect.poll(() => isClosed).toBe(true)
    // The limit of 20 and what buffers held.
    expect(sent).toBeLessThan(200)
  })

  it('no server at the host', async () => {
    const apiHost = 'http://127.0.0.1:9'
    const { content: unreachable } = sanityContent({
      ...options,
      apiHost,
      database,
      ownImages,
      timeoutMs,
    })
    await expect(unreachable.findUserByUid('anyone')).rejects.toThrow(ContentUnavailable)
  })

  it.each([
    ['a token', { token: 'unknownwritetoken' }],
    ['a project', { projectId: 'unknown1' }],
    ['a dataset', { dataset: 'staging' }],
  ])('%s that Sanity does not know', async (_name, override) => {
    const { content: misconfigured } = sanityContent({
      ...options,
      ...override,
      database,
      ownImages,
      timeoutMs,
    })
    await expect(misconfigured.findUserByUid('anyone')).rejects.toThrow(ContentUnavailable)
    await expect(misconfigured.insertUser(sampleUser)).rejects.toThrow(ContentUnavailable)
    expect(fake.documents.size).toBe(0)
  })

  it('repeats a query after one failure', async () => {
    const { content: defaultContent } = sanityContent({ ...options, database, ownImages })
    fake.overrides.push(failing(503))
    expect(await defaultContent.countCampaigns({})).toBe(0)
  })
})

it('reports errors without the token or the query', async () => {
  for (const answer of [failing(401), failing(500)]) {
    fake.overrides.push(answer)
    const error: unknown = await content.findUserByUid('a-secret-uid').catch((cause) => cause)
    const printed = JSON.stringify(error, Object.getOwnPropertyNames(error))
    expect(printed).not.toContain(options.token)
    expect(printed).not.toContain('a-secret-uid')
  }
})
