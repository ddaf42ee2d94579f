import { once } from 'node:events'
import { createServer, STATUS_CODES, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

import { createAdaptorServer } from '@hono/node-server'

type Fetch = (request: Request, env: object) => Response | Promise<Response>

export interface Listener {
  /** The one that the system chose, where it was asked for 0. */
  port: number
  /** From now on this answers. */
  answerWith: (fetch: Fetch) => void
  /** Takes no new connection and lets what was asked be answered, for a while. */
  close: (patienceMs: number) => Promise<void>
}

/** We may not listen there; the message is a sentence. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Opens the port before anything else is touched: an occupied one costs nothing. */
export async function listen(
  { host, port }: { host: string; port: number },
  answer: Fetch,
): Promise<Listener> {
  let current = answer
  const server = createAdaptorServer({
    fetch: (request, env) => current(request, env),
    serverOptions: { requestTimeout: 120_000, headersTimeout: 20_000, keepAliveTimeout: 30_000 },
    createServer,
  }) as Server
  server.on('clientError', refuseNonsense)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw addressProblem(error as NodeJS.ErrnoException, host, port)
  }

  return {
    port: (server.address() as AddressInfo).port,
    answerWith: (fetch) => (current = fetch),
    close: (patienceMs) => close(server, patienceMs),
  }
}

async function close(server: Server, patienceMs: number) {
  const closed = new Promise((resolve) => server.close(resolve))
  // Browsers keep connections open without asking anything; one becomes idle with each answer.
  const sweep = setInterval(() => server.closeIdleConnections(), 25)
  const end = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(end)
}

/** Not HTTP, or too much of it: no handler ever sees it. */
function refuseNonsense(error: NodeJS.ErrnoException, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = statusOfNonsense[error.code ?? ''] ?? 400
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

const statusOfNonsense: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function addressProblem(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new AddressRefused(`Port ${port} on ${host} is in use: stop what uses it, or set PORT.`)
  if (error.code === 'EACCES')
    return new AddressRefused(`Port ${port} needs more rights than this user has: set PORT.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new AddressRefused(`HOST ${host} is no address of this machine.`)
  return error
}
