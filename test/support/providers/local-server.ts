import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'

/** Starts an HTTP server on a free port of 127.0.0.1. */
export async function startLocalServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Like `startLocalServer`, for a fetch handler. */
export const startLocalFetchServer = (handle: (request: Request) => Response | Promise<Response>) =>
  startLocalServer((request, response) => void getRequestListener(handle)(request, response))
