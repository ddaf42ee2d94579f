import { describe, expect, it } from 'vitest'

import { createShell } from '#server/shell.ts'
import { jsonBody } from '#server/platform/http/context.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { visitor } from '#server/platform/policy/actor.ts'
import { signUpSchema } from '#shared/account.ts'
import { invalid } from '#shared/text/invalid.ts'
import { invalid as pidgin } from '#shared/text/pcm/invalid.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { testOrigin } from '#test/support/people/people.ts'

import { languageRoutes } from './visitor.ts'

const { database } = await testDatabase()

const appAt = (publicUrl: string) =>
  createShell({
    config: {
      publicUrl,
      isPublicUrlGiven: true,
      isLoopback: true,
      trustedProxies: [],
    },
    log: openLog('silent'),
    getActor: async () => visitor,
  })
    .route('/language', languageRoutes({ config: { publicUrl }, database }))
    .post('/form', async (c) => c.json(await jsonBody(c, signUpSchema)))

type Options = { origin?: string; from?: string }

const choose = (
  language: string,
  { origin = testOrigin, from = `${testOrigin}/fees` }: Options = {},
) =>
  appAt(origin).request(`${origin}/language`, {
    method: 'POST',
    headers: {
      origin,
      referer: from,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `language=${language}`,
  })

describe('POST /language', () => {
  it('stores the choice in a cookie and redirects back to the page', async () => {
    const response = await choose('pcm', { from: `${testOrigin}/c/a-well?page=2` })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${testOrigin}/c/a-well?page=2`)
    expect(response.headers.get('set-cookie')).toBe(
      `language=pcm; Max-Age=${400 * 86_400}; Path=/; HttpOnly; SameSite=Lax`,
    )
  })

  it('sets a Secure cookie on an https site', async () => {
    const response = await choose('en', { origin: 'https://ajo.example' })
    expect(response.headers.get('set-cookie')).toMatch(/^language=en; .*; Secure/)
  })

  it.each([
    ['https://elsewhere.example/', '/'],
    ['about:blank', '/'],
    ['', '/'],
    // As a relative URL, a path with two slashes would lead to another host.
    [`${testOrigin}//elsewhere.example`, `${testOrigin}//elsewhere.example`],
  ])('redirects from "%s" to %s', async (from, to) => {
    expect((await choose('pcm', { from })).headers.get('location')).toBe(to)
  })

  it('refuses an unsupported language', async () => {
    const response = await choose('xx')
    expect(response.status).toBe(400)
    expect(response.headers.get('set-cookie')).toBeNull()
  })
})

describe('validation messages of the server', () => {
  const readMessages = async (cookie: string) => {
    const response = await appAt(testOrigin).request(`${testOrigin}/form`, {
      method: 'POST',
      headers: { origin: testOrigin, 'content-type': 'application/json', cookie },
      body: JSON.stringify({ firstname: '' }),
    })
    const { error } = (await response.json()) as { error: { fields: Record<string, string[]> } }
    return error.fields['firstname']
  }

  it.each([
    ['', invalid.firstname],
    ['language=en', invalid.firstname],
    ['language=pcm', pidgin.firstname],
    ['language=xx', invalid.firstname],
  ])('with the cookie "%s" are "%s"', async (cookie, sentence) => {
    expect(await readMessages(cookie)).toEqual([sentence])
  })
})
