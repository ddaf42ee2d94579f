import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'

/** A real server on a free port of this machine, for as long as a test needs it. */
export async function listening(listener: RequestListener) {
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

/** The same for a handler in the web's terms. */
export const listeningFetch = (handle: (request: Request) => Response | Promise<Response>) =>
  listening((request, response) => void getRequestListener(handle)(request, response))
