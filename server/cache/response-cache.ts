import { shownAccountHeader } from '#shared/account.ts'

import { coalescing } from '../runtime/coalescing.ts'
import { setBounded } from './set-bounded.ts'

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>

type Answer = { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }
type Kept = Answer & { generation: number; until: number }

type Options<Env> = {
  fetch: Fetch<Env>
  /** Changes whenever anything that is kept may have changed. */
  generation: () => number
  /** False where the app itself is to answer: somebody reads too much. */
  admits: (request: Request, env: Env) => boolean | Promise<boolean>
  /** Addresses whose answers are made anew each time, once for all who ask meanwhile (collapsed forwarding). */
  collapses: (url: string) => boolean
  /** An answer was given without the app; it carries this id. */
  answered: (path: string) => { requestId: string }
  now: () => number
}

/** Beyond what the app itself keeps a page for. */
const lifetimeMs = 1_000
const most = 500

/** What an answer says of itself that everybody may have: until something changes, or only with those who ask at the same time. */
export const publicUntilChanged = 'public, no-cache'
export const publicOnce = 'public, max-age=0, must-revalidate'

/**
 * A cache of HTTP in front of the app (RFC 9111), for answers that say of themselves that they are the same for everybody. The app made
 * them, gate and all, for somebody without a cookie, and only such a one gets them.
 */
export function frontCache<Env>(options: Options<Env>): Fetch<Env> {
  const { fetch, generation, admits, collapses, answered, now } = options
  const entries = new Map<string, Kept>()
  const together = coalescing<Answer | undefined>()

  const freshOf = (key: string) => {
    const kept = entries.get(key)
    return kept && kept.generation === generation() && now() < kept.until ? kept : undefined
  }

  const answerOf = ({ body, headers }: Answer, request: Request) => {
    const { requestId } = answered(pathOf(request.url))
    return new Response(body, { headers: { ...headers, 'x-request-id': requestId } })
  }

  const make = async (key: string, request: Request, env: Env) => {
    const begunIn = generation()
    const response = await fetch(request, env)
    const answer = await sharedOf(response, publicUntilChanged)
    if (!answer) return response
    const kept = { ...answer, generation: begunIn, until: now() + lifetimeMs }
    setBounded(entries, [key, kept], most)
    return new Response(answer.body, { headers: answer.headers })
  }

  const collapsed = async (key: string, request: Request, env: Env) => {
    let own: Response | undefined
    const answer = await together(key, async () => {
      own = await fetch(request, env)
      return sharedOf(own, publicOnce)
    })
    if (own) return answer ? new Response(answer.body, { headers: answer.headers }) : own
    return answer && (await admits(request, env)) ? answerOf(answer, request) : fetch(request, env)
  }

  // Without a promise where there is nothing to wait for: that is a good part of what such an answer costs.
  return (request, env) => {
    if (!isPlain(request)) return fetch(request, env)
    const key = keyOf(request)
    if (collapses(request.url)) return collapsed(key, request, env)
    if (request.url.includes('?')) return fetch(request, env)
    const kept = freshOf(key)
    const admitted = kept !== undefined && admits(request, env)
    if (admitted === true) return answerOf(kept, request)
    return admitted
      ? admitted.then((yes) => (yes ? answerOf(kept, request) : make(key, request, env)))
      : make(key, request, env)
  }
}

/** Nothing in it but an address: who asks makes no difference. */
function isPlain({ method, headers }: Request): boolean {
  return (
    method === 'GET' &&
    !headers.has('cookie') &&
    !headers.has('if-none-match') &&
    !headers.has(shownAccountHeader)
  )
}

/** With the headers that such answers vary by. */
const keyOf = ({ url, headers }: Request) =>
  `${url}\n${headers.get('accept') ?? ''}\n${headers.get('accept-encoding') ?? ''}`

async function sharedOf(response: Response, permission: string): Promise<Answer | undefined> {
  const { status, headers } = response
  const isShared =
    status === 200 && headers.get('cache-control') === permission && !headers.has('set-cookie')
  if (!isShared) return undefined
  const body = new Uint8Array(await response.arrayBuffer())
  return { body, headers: Object.fromEntries(headers) }
}

/** Without what was searched for. */
function pathOf(url: string): string {
  const query = url.indexOf('?')
  return url.slice(url.indexOf('/', url.indexOf('//') + 2), query < 0 ? undefined : query)
}
