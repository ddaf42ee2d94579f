import { describe, expect, it } from 'vitest'

import { openWorld, password } from '#test/architecture/matrix-world.ts'
import { as, testOrigin, visitor } from '#test/people.ts'

import { openRedirects } from './vectors.ts'

const { app, people } = await openWorld()
const known = people.verified?.email ?? ''

/** Where a browser that asked for `path` would go. */
function leadsTo(answer: Response, path: string): string {
  const location = answer.headers.get('location')
  return location === null ? testOrigin : new URL(location, testOrigin + path).origin
}

/** Those that led somewhere else. */
async function ledAwayBy(send: (vector: string) => Promise<{ answer: Response; path: string }>) {
  const away: string[] = []
  for (const vector of openRedirects) {
    const { answer, path } = await send(vector)
    if (leadsTo(answer, path) !== testOrigin)
      away.push(`${vector} → ${answer.headers.get('location')}`)
  }
  return away
}

const cookieOf = (vector: string) => `lastPath=${encodeURIComponent(vector)}`

function sentForm(path: string, fields: Record<string, string>, headers: Record<string, string>) {
  return as(app, visitor)(path, {
    method: 'POST',
    body: new TextEncoder().encode(String(new URLSearchParams(fields))),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

// Many requests, and the machine may be busy.
describe('open redirect', { timeout: 120_000 }, () => {
  it('has many vectors to try', () => {
    expect(new Set(openRedirects).size).toBeGreaterThanOrEqual(60)
  })

  it('by the cookie that says where a visitor was going', async () => {
    const email = known
    const path = '/login'
    const send = async (vector: string) => {
      const answer = await sentForm(path, { email, password }, { cookie: cookieOf(vector) })
      expect(answer.status).toBe(302)
      return { answer, path }
    }
    expect(await ledAwayBy(send)).toEqual([])
  })

  it('by the cookie on the login page, which offers to go on as a guest', async () => {
    for (const vector of openRedirects) {
      const answer = await as(app, visitor)('/login', { headers: { cookie: cookieOf(vector) } })
      expect(answer.status).toBe(200)
      const links = [...(await answer.text()).matchAll(/(?:href|action|src)="([^"]*)"/g)]
      const origins = links.map(([, link = '']) => new URL(link, testOrigin).origin)
      expect(new Set(origins)).toEqual(new Set([testOrigin]))
    }
  })

  it('by whatever a query may be called', async () => {
    const names = ['next', 'continueUrl', 'returnTo', 'redirect', 'redirect_uri', 'url', 'callback']
    for (const page of ['/login', '/signup', '/forgot-password', '/email-verification']) {
      const send = async (vector: string) => {
        const query = names.map((name) => `${name}=${encodeURIComponent(vector)}`).join('&')
        const path = `${page}?${query}`
        return { answer: await as(app, visitor)(path), path }
      }
      expect(await ledAwayBy(send)).toEqual([])
    }
  })

  it('by what a mailed link says beside its code', async () => {
    const send = async (vector: string) => {
      const said = encodeURIComponent(vector)
      const query = `?mode=resetPassword&oobCode=${said}&continueUrl=${said}&lang=${said}&apiKey=${said}`
      const path = `/handle-action${query}`
      return { answer: await as(app, visitor)(path), path }
    }
    expect(await ledAwayBy(send)).toEqual([])
  })

  it('by the address itself', async () => {
    const send = async (vector: string) => {
      const path = `/${encodeURI(vector).replaceAll(/[#?]/g, '/')}`
      return { answer: await as(app, visitor)(path), path }
    }
    expect(await ledAwayBy(send)).toEqual([])
  })

  it('by the name of a campaign', async () => {
    const send = async (vector: string) => {
      const path = `/c/${encodeURIComponent(vector)}`
      return { answer: await as(app, visitor)(path), path }
    }
    expect(await ledAwayBy(send)).toEqual([])
  })

  it('by the page that a form says it stands on', async () => {
    const send = async (vector: string) => {
      // What no header can hold, no browser sends.
      const referer = vector.replaceAll(/[^\x20-\x7e]/g, '')
      const answer = await sentForm('/language', { language: 'en' }, { referer })
      return { answer, path: '/' }
    }
    expect(await ledAwayBy(send)).toEqual([])
  })
})
