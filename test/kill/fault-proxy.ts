import { once } from 'node:events'
import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Faults of a service that its client sees on the network. */
export const faults = ['down', 'slow', 'hang', 'reset', '500', '429', 'garbage'] as const
export type Fault = (typeof faults)[number]

/** Bytes that a faulty service of a protocol sends instead of its response. */
export type FaultResponses = {
  /** SMTP servers send before the client does. */
  greetsFirst?: boolean
  bytes: Record<'500' | '429' | 'garbage', Buffer | string>
}

type Options = { to: NetConnectOpts; responses: FaultResponses; slowMs: number }

/** A TCP proxy to a real server that passes everything on until `fail` is called. */
export async function faultProxy({ to, responses, slowMs }: Options) {
  let fault: Fault | undefined
  const open = new Set<Socket>()
  let server = await listen(0)
  const { port } = server.address() as AddressInfo

  async function listen(at: number): Promise<Server> {
    const listener = createServer((client) => pass(client)).listen(at, '127.0.0.1')
    await once(listener, 'listening')
    return listener
  }

  function pass(client: Socket) {
    const upstream = connect(to)
    linkSockets(open, client, upstream)
    const applyFault = (chunk?: Buffer) => {
      if (fault === 'slow' && chunk) setTimeout(() => upstream.write(chunk), slowMs)
      if (fault === 'reset') client.resetAndDestroy()
      if (fault === '500' || fault === '429') client.end(responses.bytes[fault])
      if (fault === 'garbage') client.write(responses.bytes.garbage)
    }
    if (responses.greetsFirst) applyFault()
    client.on('data', (chunk) => (fault === undefined ? upstream.write(chunk) : applyFault(chunk)))
    upstream.on('data', (chunk) => {
      if (fault === undefined || fault === 'slow') client.write(chunk)
    })
  }

  const closeSockets = () => {
    for (const socket of open) socket.destroy()
  }

  return {
    port,
    /** Applies the fault to new and open connections. */
    fail: async (newFault: Fault) => {
      fault = newFault
      if (newFault !== 'down') return
      closeSockets()
      server.close()
      await once(server, 'close')
    },
    /** Ends the fault. Connections that hung are closed, as after a restart. */
    heal: async () => {
      if (fault === 'down') server = await listen(port)
      else if (fault !== undefined && fault !== 'slow') closeSockets()
      fault = undefined
      // Lets the client remove the closed connections from its pool.
      await delay(50)
    },
    [Symbol.asyncDispose]: async () => {
      closeSockets()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Closes each socket when the other one closes. */
function linkSockets(open: Set<Socket>, client: Socket, upstream: Socket) {
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    open.add(one)
    one.on('error', () => other.destroy())
    one.on('close', () => {
      open.delete(one)
      other.destroy()
    })
  }
}

export type FaultProxy = Awaited<ReturnType<typeof faultProxy>>
