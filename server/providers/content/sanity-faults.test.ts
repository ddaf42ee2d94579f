import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { testDatabase } from '#test/database.ts'
import { someone } from '#test/hosted-content.ts'
import { openSanityTwin } from '#test/fakes/sanity.ts'

import { ContentUnavailable } from './content.ts'
import { sanityContent } from './sanity.ts'

const { database, empty } = await testDatabase()
const twin = await openSanityTwin()
afterAll(() => twin.close())
const { options } = twin
const patienceMs = 900
const { content, images } = sanityContent({
  ...options,
  database,
  patienceMs,
  uploadPatienceMs: patienceMs,
})

const page = () => new Response('<h1>Sorry</h1>', { headers: { 'content-type': 'text/html' } })
const never = () => new Promise<Response>(() => {})
const failing = (status: number) => () =>
  Response.json({ error: { description: `status ${status}` } }, { status })
const faults: [string, () => Response | Promise<Response>][] = [
  ['a refused token', failing(401)],
  ['too many requests', failing(429)],
  ['a failure of its own', failing(500)],
  ['a failure of its gateway', failing(502)],
  ['being out of order', failing(503)],
  ['a page instead of JSON', page],
  ['another JSON', () => Response.json({ hello: 'world' })],
  [
    'a cut answer',
    () => new Response('{"result":', { headers: { 'content-type': 'application/json' } }),
  ],
  ['nothing at all', never],
]

describe('the hosted store is unavailable when the service answers with', () => {
  beforeEach(async () => {
    await empty()
    twin.reset()
  })
  /** As often as the client may ask again. */
  const answerWith = (answer: () => Response | Promise<Response>) =>
    twin.instead.push(...Array.from({ length: 6 }, () => answer))

  it.each(faults)('%s, to a question', async (_what, answer) => {
    answerWith(answer)
    const asked = content.listCampaigns({ status: 'approved' }, { limit: 3 })
    await expect(asked).rejects.toThrow(ContentUnavailable)
  })

  it.each(faults)('%s, to a change', async (_what, answer) => {
    answerWith(answer)
    const changed = content.updateUser('user.ada', { firstname: 'Adaeze' })
    await expect(changed).rejects.toThrow(ContentUnavailable)
  })

  it.each(faults)('%s, to an upload', async (_what, answer) => {
    answerWith(answer)
    const written = images.write('a'.repeat(64), new Uint8Array([1]))
    await expect(written).rejects.toThrow(ContentUnavailable)
  })

  it.each(faults)('%s, where a picture should be', async (_what, answer) => {
    answerWith(answer)
    const read = images.read(`image-${'d'.repeat(40)}-640x480-jpg-320`)
    await expect(read).rejects.toThrow(ContentUnavailable)
  })

  it('nobody at the other end', async () => {
    const apiHost = 'http://127.0.0.1:9'
    const { content: unreachable } = sanityContent({ ...options, apiHost, database, patienceMs })
    await expect(unreachable.findUserByUid('anyone')).rejects.toThrow(ContentUnavailable)
  })

  it.each([
    ['a token', { token: 'anotherwritetokenofnobody' }],
    ['a project', { projectId: 'nobodys1' }],
    ['a dataset', { dataset: 'staging' }],
  ])('%s that it does not know', async (_what, wrong) => {
    const { content: stranger } = sanityContent({ ...options, ...wrong, database, patienceMs })
    await expect(stranger.findUserByUid('anyone')).rejects.toThrow(ContentUnavailable)
    await expect(stranger.insertUser(someone)).rejects.toThrow(ContentUnavailable)
    expect(twin.documents.size).toBe(0)
  })

  it('one hiccup, which is tried again', async () => {
    const { content: patient } = sanityContent({ ...options, database })
    twin.instead.push(failing(503))
    expect(await patient.countCampaigns({})).toBe(0)
  })
})

it('says of what went wrong neither the token nor what was asked', async () => {
  for (const answer of [failing(401), failing(500)]) {
    twin.instead.push(answer)
    const error: unknown = await content.findUserByUid('a-secret-uid').catch((cause) => cause)
    const told = JSON.stringify(error, Object.getOwnPropertyNames(error))
    expect(told).not.toContain(options.token)
    expect(told).not.toContain('a-secret-uid')
  }
})
