import { once } from 'node:events'
import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net'

/** What can be wrong with whoever is asked, as far as the network shows it. */
export const faults = ['down', 'slow', 'hang', 'reset', '500', '429', 'garbage'] as const
export type Fault = (typeof faults)[number]

/** What somebody of that trade says instead of an answer. */
export type Manners = {
  /** A mail server greets before it is asked. */
  speaksFirst?: boolean
  says: Record<'500' | '429' | 'garbage', Buffer | string>
}

type Options = { to: NetConnectOpts; manners: Manners; slowMs: number }

/** Stands in front of a real server and lets everything through, until it is told what to get wrong. */
export async function faultProxy({ to, manners, slowMs }: Options) {
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
    tie(open, client, upstream)
    const misbehave = (chunk?: Buffer) => {
      if (fault === 'slow' && chunk) setTimeout(() => upstream.write(chunk), slowMs)
      if (fault === 'reset') client.resetAndDestroy()
      if (fault === '500' || fault === '429') client.end(manners.says[fault])
      if (fault === 'garbage') client.write(manners.says.garbage)
    }
    if (manners.speaksFirst) misbehave()
    client.on('data', (chunk) => (fault === undefined ? upstream.write(chunk) : misbehave(chunk)))
    upstream.on('data', (chunk) => {
      if (fault === undefined || fault === 'slow') client.write(chunk)
    })
  }

  const hangUp = () => {
    for (const socket of open) socket.destroy()
  }

  return {
    port,
    /** From now on; connections that are open are no exception. */
    fail: async (kind: Fault) => {
      fault = kind
      if (kind !== 'down') return
      hangUp()
      server.close()
      await once(server, 'close')
    },
    /** All is well again. What hung stays broken, as after a restart. */
    heal: async () => {
      if (fault === 'down') server = await listen(port)
      else if (fault !== undefined && fault !== 'slow') hangUp()
      fault = undefined
    },
    [Symbol.asyncDispose]: async () => {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Where one end is gone, the other goes too. */
function tie(open: Set<Socket>, client: Socket, upstream: Socket) {
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
