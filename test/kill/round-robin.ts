import { Agent, createServer, request as send } from 'node:http'
import { pipeline } from 'node:stream'

import { freePort } from '../e2e/ajo.ts'

/** The header in which a test says from which address a request comes. */
export const clientHeader = 'x-test-client'

/** The outermost proxy in front of several processes. It gives each request of a client to the next one. */
export async function openRoundRobin() {
  const port = await freePort()
  let ports: number[] = []
  const turns = new Map<unknown, number>()
  // A connection that the server closes while it is idle would fail the next request.
  const agent = new Agent({ keepAlive: false })
  const listener = createServer((request, response) => {
    const { [clientHeader]: client, ...headers } = request.headers
    const turn = turns.get(client) ?? 0
    turns.set(client, turn + 1)
    const forwarded = client === undefined ? {} : { 'x-forwarded-for': String(client) }
    const upstream = send(
      {
        agent,
        host: '127.0.0.1',
        port: ports[turn % ports.length],
        method: request.method,
        path: request.url,
        headers: { ...headers, ...forwarded },
      },
      (answer) => {
        const { connection: _, 'keep-alive': __, ...own } = answer.headers
        response.writeHead(answer.statusCode ?? 502, own)
        pipeline(answer, response, () => {})
      },
    )
    upstream.on('error', () => response.destroy())
    pipeline(request, upstream, () => {})
  })
  listener.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    serve: (servers: readonly { url: string }[]) => {
      ports = servers.map(({ url }) => Number(new URL(url).port))
    },
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
