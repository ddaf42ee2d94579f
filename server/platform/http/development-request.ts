import type { Context, MiddlewareHandler } from 'hono'

import { isLoopbackHost } from '../config/modes.ts'
import { findForwardingHeader, getIncoming, getPeerAddress } from './connection.ts'
import { Refused, type Env } from './context.ts'

/** True for a request that may use the development features. */
export type IsDevelopmentRequest = (request: Request, env: unknown) => boolean

/**
 * Development features answer this machine only: the settings allow them, the connection and the Host are loopback, and no proxy has passed
 * the request on. A proxy on the same machine makes every visitor a loopback peer, so the peer alone proves nothing.
 */
export function developmentRequests(config: {
  hasDevelopmentFeatures: boolean
}): IsDevelopmentRequest {
  if (!config.hasDevelopmentFeatures) return () => false
  return (request, env) => {
    const peer = getPeerAddress(env)?.replace(/^::ffff:/i, '') ?? 'localhost'
    const hosts = [new URL(request.url).hostname, getHostName(getIncoming(env)?.headers.host)]
    return (
      [peer, ...hosts].every((host) => host === undefined || isLoopbackHost(host)) &&
      findForwardingHeader(request, env) === undefined
    )
  }
}

/** Answers like an unknown address. Development routes are mounted behind this and nothing else. */
export function developmentOnly(
  isDevelopmentRequest: IsDevelopmentRequest,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!isDevelopmentRequest(c.req.raw, c.env)) throw new Refused('not-found')
    await next()
  }
}

/** What the shell found out about the request, for handlers whose own variables extend `Env`. */
export function isFromDevelopment(c: Context): boolean {
  const isDevelopmentRequest: unknown = c.get('isDevelopmentRequest')
  return isDevelopmentRequest === true
}

function getHostName(host: string | undefined): string | undefined {
  if (host === undefined) return undefined
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host
}
