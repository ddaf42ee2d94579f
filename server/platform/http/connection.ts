import type { IncomingMessage } from 'node:http'

/** The request as Node received it. Undefined for requests that a test makes without a connection. */
export function getIncoming(env: unknown): IncomingMessage | undefined {
  return typeof env === 'object' && env !== null && 'incoming' in env
    ? (env.incoming as IncomingMessage)
    : undefined
}

/** The address of the connection. Undefined for requests that a test makes without one. */
export function getPeerAddress(env: unknown): string | undefined {
  return getIncoming(env)?.socket.remoteAddress
}

/** Headers by which a proxy says for whom, or under which name, it passes a request on. */
const forwardingHeader =
  /^(x-forwarded(-\w+)*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|cdn-loop)$/

/** The first header of a proxy. The connection is asked where there is one, because pages call the API with fewer headers. */
export function findForwardingHeader(request: Request, env: unknown): string | undefined {
  const incoming = getIncoming(env)
  const names = incoming ? Object.keys(incoming.headers) : [...request.headers.keys()]
  return names.find((name) => forwardingHeader.test(name))
}

/** A header of a request that came through a connection, or that a test makes without one. Copies no headers, as `request.headers` does. */
export function getHeader(request: Request, env: unknown, name: string): string | undefined {
  const incoming = getIncoming(env)
  if (!incoming) return request.headers.get(name) ?? undefined
  const value = incoming.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
