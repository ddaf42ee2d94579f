import { createMiddleware } from 'hono/factory'

import { Refused, type Env } from './context.ts'

type Options = { publicUrl: string; isPublicUrlGiven: boolean; isLoopback: boolean }

/** Whoever calls these proves by a signature who they are, or only asks whether we live; they may know us by other names. */
const byOtherMeans = /^\/(webhooks\/|healthz$|readyz$)/

/**
 * Only looks, whatever its method: the page behind a mailed link asks it, and whoever follows that link comes from a mail program or
 * another site. Who asked makes no difference to the answer, and nothing changes.
 */
const onlyLooks = new Set(['/api/account/reset/check'])

/** A mail program that ends our mails for its reader comes from nowhere. The link in the address is all that counts, and no cookie is. */
const byTheirLink = /^\/unsubscribe\/[\w-]+$/

/** Refuses a request that was meant for another host: nothing we answer may end up under somebody else's name. */
export function ownHostOnly(options: Options) {
  const isOurs = ownHosts(options)
  return createMiddleware<Env>(async (c, next) => {
    const { host } = new URL(c.req.url)
    if (!byOtherMeans.test(c.req.path) && !isOurs(host)) throw new Refused('wrong-host')
    await next()
  })
}

/** Refuses what another site makes a browser send: the cookie that comes along proves nothing about who is asking. */
export function ownOriginOnly(options: Options) {
  const isOurs = ownHosts(options)
  return createMiddleware<Env>(async (c, next) => {
    if (!safeMethods.has(c.req.method) && !mayComeFromElsewhere(c.req.path)) {
      const origin = c.req.header('origin')
      const isOwn =
        origin === undefined
          ? c.req.header('sec-fetch-site') === 'same-origin'
          : isOwnOrigin(origin, new URL(c.req.url).host)
      if (!isOwn) throw new Refused('foreign-origin')
    }
    await next()
  })

  function isOwnOrigin(origin: string, requestHost: string): boolean {
    if (options.isPublicUrlGiven) return origin === options.publicUrl
    if (!URL.canParse(origin)) return false
    const { host } = new URL(origin)
    return isOurs(host) && (options.isLoopback || host === requestHost)
  }
}

const mayComeFromElsewhere = (path: string) =>
  byOtherMeans.test(path) || onlyLooks.has(path) || byTheirLink.test(path)

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A given PUBLIC_URL is the only name. Without one, this machine's own names count on loopback; reached from outside we
 * cannot know what people call us.
 */
function ownHosts({ publicUrl, isPublicUrlGiven, isLoopback }: Options) {
  if (!isPublicUrlGiven && !isLoopback) return () => true
  const { host, hostname, port } = new URL(publicUrl)
  const loopback = ['localhost', '127.0.0.1', '[::1]', hostname]
  const names = isPublicUrlGiven
    ? [host]
    : loopback.map((name) => (port ? `${name}:${port}` : name))
  return (asked: string) => names.includes(asked)
}
