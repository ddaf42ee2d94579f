import { describe, expect, it } from 'vitest'

import { openWorld, password } from '#test/architecture/matrix-world.ts'
import { as, testOrigin, visitor } from '#test/support/people/people.ts'

import { openRedirects } from './redirect-vectors.ts'

const { app, people } = await openWorld()
const email = people.verified?.email ?? ''

/** Origin that a browser at `path` would be redirected to. */
function getRedirectOrigin(response: Response, path: string): string {
  const location = response.headers.get('location')
  return location === null ? testOrigin : new URL(location, testOrigin + path).origin
}

/** Vectors that redirect to another origin. */
async function findRedirects(
  send: (vector: string) => Promise<{ response: Response; path: string }>,
) {
  const redirects: string[] = []
  for (const vector of openRedirects) {
    const { response, path } = await send(vector)
    if (getRedirectOrigin(response, path) !== testOrigin)
      redirects.push(`${vector} → ${response.headers.get('location')}`)
  }
  return redirects
}

const toCookie = (vector: string) => `lastPath=${encodeURIComponent(vector)}`

function postForm(path: string, fields: Record<string, string>, headers: Record<string, string>) {
  return as(app, visitor)(path, {
    method: 'POST',
    body: new TextEncoder().encode(String(new URLSearchParams(fields))),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

// Several hundred requests.
describe('open redirect', { timeout: 120_000 }, () => {
  it('covers at least sixty vectors', () => {
    expect(new Set(openRedirects).size).toBeGreaterThanOrEqual(60)
  })

  it('is not possible through the lastPath cookie after login', async () => {
    const path = '/login'
    const send = async (vector: string) => {
      const response = await postForm(path, { email, password }, { cookie: toCookie(vector) })
      expect(response.status).toBe(302)
      return { response, path }
    }
    expect(await findRedirects(send)).toEqual([])
  })

  it('is not possible through the lastPath cookie on the login page', async () => {
    for (const vector of openRedirects) {
      const response = await as(app, visitor)('/login', { headers: { cookie: toCookie(vector) } })
      expect(response.status).toBe(200)
      const links = [...(await response.text()).matchAll(/(?:href|action|src)="([^"]*)"/g)]
      const origins = links.map(([, link = '']) => new URL(link, testOrigin).origin)
      expect(new Set(origins)).toEqual(new Set([testOrigin]))
    }
  })

  it('is not possible through any query parameter', async () => {
    const names = ['next', 'continueUrl', 'returnTo', 'redirect', 'redirect_uri', 'url', 'callback']
    for (const page of ['/login', '/signup', '/forgot-password', '/email-verification']) {
      const send = async (vector: string) => {
        const query = names.map((name) => `${name}=${encodeURIComponent(vector)}`).join('&')
        const path = `${page}?${query}`
        return { response: await as(app, visitor)(path), path }
      }
      expect(await findRedirects(send)).toEqual([])
    }
  })

  it('is not possible through parameters of a mailed link', async () => {
    const send = async (vector: string) => {
      const value = encodeURIComponent(vector)
      const query = `?mode=resetPassword&oobCode=${value}&continueUrl=${value}&lang=${value}&apiKey=${value}`
      const path = `/handle-action${query}`
      return { response: await as(app, visitor)(path), path }
    }
    expect(await findRedirects(send)).toEqual([])
  })

  it('is not possible through the path', async () => {
    const send = async (vector: string) => {
      const path = `/${encodeURI(vector).replaceAll(/[#?]/g, '/')}`
      return { response: await as(app, visitor)(path), path }
    }
    expect(await findRedirects(send)).toEqual([])
  })

  it('is not possible through a campaign slug', async () => {
    const send = async (vector: string) => {
      const path = `/c/${encodeURIComponent(vector)}`
      return { response: await as(app, visitor)(path), path }
    }
    expect(await findRedirects(send)).toEqual([])
  })

  it('is not possible through the Referer of a form', async () => {
    const send = async (vector: string) => {
      // Browsers send only printable ASCII in headers.
      const referer = vector.replaceAll(/[^\x20-\x7e]/g, '')
      const response = await postForm('/language', { language: 'en' }, { referer })
      return { response, path: '/' }
    }
    expect(await findRedirects(send)).toEqual([])
  })
})
