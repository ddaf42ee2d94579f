import type { Context } from 'hono'
import * as z from 'zod/mini'

import type { Challenge } from '#shared/challenge.ts'
import { challengeHeader } from '#shared/challenge-header.ts'
import { problemSchema } from '#shared/errors.ts'
import type { ApiFetch } from '#shared/page.ts'

import type { Env } from '../http/context.ts'

/** Request headers that the API reads besides cookies. */
const forwardedHeaders = [
  'origin',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'accept-language',
]

/** The connection, by which the rate limits count. Nothing else of the person who happens to ask first enters a shared page. */
const publicHeaders = ['x-forwarded-for']

export type AppFetch = (request: Request, env: unknown) => Response | Promise<Response>

type Options = {
  origin: string
  fetchApp: AppFetch
  /** The page is for everybody, so the API is asked without cookies. */
  isPublic: boolean
}

/**
 * Calls the API in process with the visitor's headers. Cookies that the API sets go into the response and into later calls
 * of the same page, so that a login takes effect at once.
 */
export function visitorFetch(c: Context, { origin, fetchApp, isPublic }: Options) {
  const cookies = isPublic ? new Map<string, string>() : parseCookies(c.req.header('cookie'))
  const setCookies: string[] = []
  const result = { isComplete: true }
  const visitorHeaders = new Headers()
  for (const name of isPublic ? publicHeaders : forwardedHeaders) {
    const value = c.req.header(name)
    if (value !== undefined) visitorHeaders.set(name, value)
  }

  const fetchApi: ApiFetch = async (path, init) => {
    const headers = new Headers(visitorHeaders)
    new Headers(init.headers).forEach((value, name) => headers.set(name, value))
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const { challengeSolution, hasSolvedChallenge }: Partial<Env['Variables']> = c.var
    if (challengeSolution !== undefined) headers.set(challengeHeader, challengeSolution)
    // The environment carries the connection, by whose address the rate limits count.
    const env = hasSolvedChallenge ? { ...asObject(c.env), hasSolvedChallenge } : c.env
    const response = await fetchApp(new Request(origin + path, { ...init, headers }), env)
    if (response.status === 429 || response.status >= 500) result.isComplete = false
    if (response.status === 429) c.set('unsolvedChallenge', await readChallenge(response.clone()))
    for (const cookie of response.headers.getSetCookie()) {
      setCookies.push(cookie)
      const [[name, value] = ['', '']] = parseCookies(cookie.split(';')[0])
      cookies.set(name, value)
    }
    return response
  }
  return { fetchApi, setCookies, result }
}

const asObject = (value: unknown) => (typeof value === 'object' ? value : {})

async function readChallenge(response: Response): Promise<Challenge | undefined> {
  return z.safeParse(problemSchema, await response.json()).data?.error.challenge
}

function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return cookies
}
