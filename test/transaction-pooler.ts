import { createServer, type AddressInfo, type Socket } from 'node:net'

import pg from 'pg'

import { toUrl } from './startup-proxy.ts'

type Server = { socket: Socket; client: pg.Client }

/**
 * A pooler in transaction mode, like PgBouncer before 1.21: start-up options are ignored, each transaction gets any free connection to the
 * server, and prepared statements are not carried from one connection to the next.
 */
export async function transactionPooler(connection: pg.ClientConfig) {
  const idle: Server[] = []
  const opened: Server[] = []
  const clients = new Set<Socket>()

  const openServer = async (): Promise<Server> => {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect()
    const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection
    // The library has logged in. From here on the bytes belong to the clients of the pooler.
    socket.removeAllListeners('data')
    const server = { socket, client }
    opened.push(server)
    return server
  }
  const listener = createServer((client) => {
    clients.add(client)
    client.on('error', () => client.destroy())
    serve(client, {
      take: async () => idle.pop() ?? openServer(),
      release: (server) => idle.push(server),
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return {
    url: toUrl(connection, port),
    [Symbol.asyncDispose]: async () => {
      for (const client of clients) client.destroy()
      for (const { socket } of opened) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

type Pool = { take: () => Promise<Server>; release: (server: Server) => void }

function serve(client: Socket, { take, release }: Pool) {
  let server: Promise<Server> | undefined
  let isStarted = false

  const attach = async (): Promise<Server> => {
    const taken = await take()
    const split = splitMessages()
    taken.socket.on('data', (chunk: Buffer) => {
      for (const message of split(chunk)) {
        // ReadyForQuery outside of a transaction: the connection is free for others.
        if (message.toString('latin1', 0, 1) === 'Z' && message.toString('latin1', 5, 6) === 'I') {
          taken.socket.removeAllListeners('data')
          server = undefined
          release(taken)
        }
        client.write(message)
      }
    })
    taken.socket.resume()
    return taken
  }
  client.on('data', (chunk: Buffer) => {
    if (!isStarted) {
      isStarted = true
      client.write(welcome)
      return
    }
    if (chunk.toString('latin1', 0, 1) === 'X') return void client.end()
    server ??= attach()
    void server.then(({ socket }) => socket.write(chunk))
  })
}

/** AuthenticationOk, BackendKeyData and ReadyForQuery. */
const welcome = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
  Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]),
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]),
])

function splitMessages() {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): Buffer[] => {
    rest = Buffer.concat([rest, chunk])
    const complete: Buffer[] = []
    for (;;) {
      const length = rest.length < 5 ? Infinity : 1 + rest.readUInt32BE(1)
      if (rest.length < length) return complete
      complete.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}
