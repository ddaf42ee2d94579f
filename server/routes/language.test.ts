import { describe, expect, it } from 'vitest'

import { createShell } from '#server/composition/shell.ts'
import { jsonBody } from '#server/http/context.ts'
import { openLog } from '#server/runtime/log.ts'
import { visitor } from '#server/policy/actor.ts'
import { signUpSchema } from '#shared/account.ts'
import { invalid } from '#shared/messages.ts'
import { invalid as pidgin } from '#shared/pcm/messages.ts'
import { testOrigin } from '#test/people.ts'

import { languageRoutes } from './language.ts'

const appAt = (publicUrl: string) =>
  createShell({
    config: { publicUrl, isPublicUrlGiven: true, isLoopback: true, trustedProxies: [] },
    log: openLog('silent'),
    getActor: async () => visitor,
  })
    .route('/language', languageRoutes({ config: { publicUrl } }))
    .post('/form', async (c) => c.json(await jsonBody(c, signUpSchema)))

type Asked = { origin?: string; from?: string }

const choose = (
  language: string,
  { origin = testOrigin, from = `${testOrigin}/fees` }: Asked = {},
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
  it('keeps the choice in a cookie and leads back to the page', async () => {
    const answer = await choose('pcm', { from: `${testOrigin}/c/a-well?page=2` })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${testOrigin}/c/a-well?page=2`)
    expect(answer.headers.get('set-cookie')).toBe(
      `language=pcm; Max-Age=${400 * 86_400}; Path=/; HttpOnly; SameSite=Lax`,
    )
  })

  it('is sent over https alone where the site is', async () => {
    const answer = await choose('en', { origin: 'https://ajo.example' })
    expect(answer.headers.get('set-cookie')).toMatch(/^language=en; .*; Secure/)
  })

  it.each([
    ['https://elsewhere.example/', '/'],
    ['about:blank', '/'],
    ['', '/'],
    // An address that begins with two slashes would lead to the host that it names.
    [`${testOrigin}//elsewhere.example`, `${testOrigin}//elsewhere.example`],
  ])('coming from "%s" it leads to %s', async (from, to) => {
    expect((await choose('pcm', { from })).headers.get('location')).toBe(to)
  })

  it('knows no other language than its own', async () => {
    const answer = await choose('xx')
    expect(answer.status).toBe(400)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})

describe('what a form is told by the server', () => {
  const told = async (cookie: string) => {
    const answer = await appAt(testOrigin).request(`${testOrigin}/form`, {
      method: 'POST',
      headers: { origin: testOrigin, 'content-type': 'application/json', cookie },
      body: JSON.stringify({ firstname: '' }),
    })
    const { error } = (await answer.json()) as { error: { fields: Record<string, string[]> } }
    return error.fields['firstname']
  }

  it.each([
    ['', invalid.firstname],
    ['language=en', invalid.firstname],
    ['language=pcm', pidgin.firstname],
    ['language=xx', invalid.firstname],
  ])('with the cookie "%s" is "%s"', async (cookie, sentence) => {
    expect(await told(cookie)).toEqual([sentence])
  })
})
