import { shownAccountHeader } from '#shared/account.ts'

import { setBounded } from './set-bounded.ts'

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>

type Kept = {
  body: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
  generation: number
  until: number
}

type Options<Env> = {
  fetch: Fetch<Env>
  /** Changes whenever anything that is kept may have changed. */
  generation: () => number
  /** False where the app itself is to answer: somebody reads too much. */
  admits: (request: Request, env: Env) => boolean | Promise<boolean>
  /** An answer was given without the app; it carries this id. */
  answered: (path: string) => { requestId: string }
  now: () => number
}

/** Beyond what the app itself keeps a page for. */
const lifetimeMs = 1_000
const most = 500

/**
 * A cache of HTTP in front of the app (RFC 9111), for answers that say of themselves that they are the same for everybody. The app made
 * them, gate and all, for somebody without a cookie, and only such a one gets them.
 */
export function frontCache<Env>(options: Options<Env>): Fetch<Env> {
  const { fetch, generation, admits, answered, now } = options
  const entries = new Map<string, Kept>()

  const freshOf = (key: string) => {
    const kept = entries.get(key)
    return kept && kept.generation === generation() && now() < kept.until ? kept : undefined
  }

  const answerOf = (kept: Kept, request: Request) => {
    const { requestId } = answered(pathOf(request.url))
    return new Response(kept.body, { headers: { ...kept.headers, 'x-request-id': requestId } })
  }

  const make = async (key: string, request: Request, env: Env) => {
    const begunIn = generation()
    const response = await fetch(request, env)
    if (!isPublic(response)) return response
    const body = new Uint8Array(await response.arrayBuffer())
    const headers = Object.fromEntries(response.headers)
    const kept = { body, headers, generation: begunIn, until: now() + lifetimeMs }
    setBounded(entries, [key, kept], most)
    return new Response(body, { headers })
  }

  // Without a promise where there is nothing to wait for: that is a good part of what such an answer costs.
  return (request, env) => {
    if (!isPlain(request)) return fetch(request, env)
    const key = keyOf(request)
    const kept = freshOf(key)
    const admitted = kept !== undefined && admits(request, env)
    if (admitted === true) return answerOf(kept, request)
    return admitted
      ? admitted.then((yes) => (yes ? answerOf(kept, request) : make(key, request, env)))
      : make(key, request, env)
  }
}

/** Nothing in it but an address: who asks makes no difference. */
function isPlain({ method, headers, url }: Request): boolean {
  return (
    method === 'GET' &&
    !url.includes('?') &&
    !headers.has('cookie') &&
    !headers.has('if-none-match') &&
    !headers.has(shownAccountHeader)
  )
}

/** With the headers that such answers vary by. */
const keyOf = ({ url, headers }: Request) =>
  `${url}\n${headers.get('accept') ?? ''}\n${headers.get('accept-encoding') ?? ''}`

const isPublic = ({ status, headers }: Response) =>
  status === 200 &&
  headers.get('cache-control') === 'public, no-cache' &&
  !headers.has('set-cookie')

const pathOf = (url: string) => url.slice(url.indexOf('/', url.indexOf('//') + 2))
