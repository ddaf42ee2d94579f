import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'

type Handle = (request: Request) => Response | Promise<Response>
type Listening = { origin: string; close: () => Promise<void> }

/** Serves a fetch handler on a port, by default on a free one of 127.0.0.1. */
export async function listen(handle: Handle, port = 0, host = '127.0.0.1'): Promise<Listening> {
  const listener = getRequestListener(handle)
  const server = createServer((request, response) => void listener(request, response))
  server.listen(port, host)
  await once(server, 'listening')
  const { port: chosen } = server.address() as AddressInfo
  return {
    origin: `http://${host}:${chosen}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
