import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, STATUS_CODES, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

import { createAdaptorServer } from '@hono/node-server'

import { StartRefused } from '../runtime/errors.ts'
import { refuseSeveralHosts } from './request-checks.ts'

type Fetch = (request: Request, env: object) => Response | Promise<Response>

type ListenerOptions = {
  host: string
  port: number
  /** Further connections are closed at once. */
  maxConnections?: number
  /** Called when connections are closed for that reason, once a minute. */
  onFull?: (limit: number) => void
}

/** The address cannot be listened on. The message is for the person who starts the server. */
class AddressRefused extends StartRefused {
  override name = 'AddressRefused'
}

/** As long as proxies wait for an answer. They repeat a read that was answered with 503, and no write. */
const longestStartMs = 50_000
const drainShare = 0.8

/** Opens the port. Called before the database opens, so that a port in use fails at once. `busy` answers until the start, and at the end. */
export async function listen(
  { host, port, maxConnections = getConnectionLimit(), onFull }: ListenerOptions,
  busy: Fetch,
) {
  const started = Promise.withResolvers<void>()
  let handler: Fetch | undefined
  let isLeaving = false
  const answer: Fetch = async (request, env) => {
    if (/^(GET|HEAD)$/.test(request.method))
      return (!isLeaving && handler ? handler : busy)(request, env)
    if (!handler)
      await Promise.race([started.promise, pause(longestStartMs, undefined, { ref: false })])
    return (handler ?? busy)(request, env)
  }
  const server = createAdaptorServer({
    fetch: (request, env) => refuseSeveralHosts(env) ?? answer(request, env),
    serverOptions: { requestTimeout: 120_000, headersTimeout: 20_000, keepAliveTimeout: 30_000 },
    createServer,
  }) as Server
  server.maxConnections = maxConnections
  server.on(
    'drop',
    atMostOnceAMinute(() => onFull?.(maxConnections)),
  )
  server.on('clientError', refuseInvalidRequest)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw toAddressError(error as NodeJS.ErrnoException, host, port)
  }

  return {
    /** The port that the system chose if the settings say 0. */
    port: (server.address() as AddressInfo).port,
    /** Replaces the handler that answers until the server has started. */
    setHandler(fetch: Fetch) {
      handler = fetch
      started.resolve()
    },
    /**
     * Asks clients to close their connections during the drain period. Near its end only writes are answered, so that a proxy that a 503
     * sends elsewhere connects no more: a connection that is not accepted yet is reset, and no proxy repeats a write then. Afterwards refuses
     * new connections, closes idle ones and waits for open requests until the timeout.
     */
    async close({ drainMs = 0, timeoutMs }: { drainMs?: number; timeoutMs: number }) {
      // Before the handler, so that the header is part of its response.
      server.prependListener('request', (_request, response) => (response.shouldKeepAlive = false))
      if (drainMs > 0) {
        await pause(drainMs * drainShare)
        isLeaving = true
        await pause(drainMs * (1 - drainShare))
      }
      const closed = new Promise((resolve) => server.close(resolve))
      // Browsers keep idle connections open, and each response makes one more connection idle.
      const idleTimer = setInterval(() => server.closeIdleConnections(), 25)
      const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs)
      await closed
      clearInterval(idleTimer)
      clearTimeout(timeout)
    },
  }
}

function atMostOnceAMinute(report: () => void) {
  let reportedAt = -Infinity
  return () => {
    if (performance.now() - reportedAt < 60_000) return
    reportedAt = performance.now()
    report()
  }
}

/** Answers requests that are not valid HTTP or too large, which no handler gets. */
function refuseInvalidRequest(error: NodeJS.ErrnoException, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = statusByErrorCode[error.code ?? ''] ?? 400
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options: nosniff',
      'content-length: 0',
      'connection: close',
      '\r\n',
    ].join('\r\n'),
  )
}

const statusByErrorCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function toAddressError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new AddressRefused(
      `Port ${port} on ${host} is in use. Stop the other program or set PORT.`,
    )
  if (error.code === 'EACCES')
    return new AddressRefused(`Port ${port} needs more rights than this user has. Set PORT.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new AddressRefused(`HOST ${host} is not an address of this machine.`)
  return error
}

/** Files for everything but visitors: the database, the job queue, mail, pictures, logs. */
const otherFiles = 150

/** How many connections the port accepts, so that visitors never take the files that the database needs. */
export function getConnectionLimit(fileLimit = readFileLimit()): number {
  return Math.max(16, Math.floor(Math.min(fileLimit - otherFiles, fileLimit * 0.8)))
}

/** The number of files that this process may open. */
function readFileLimit(): number {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readLimits()) ?? []
  // The smallest limit among current systems.
  return Number(soft ?? 1_024)
}

/** Empty outside Linux. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
