import { createServer, type AddressInfo, type Socket } from 'node:net'

import pg from 'pg'

import { toUrl } from './startup-proxy.ts'

type Server = { socket: Socket; client: pg.Client; statements: Set<string> }
type Options = {
  /** Carries prepared statements from one connection to the next, like PgBouncer from 1.21 on. */
  keepsStatements?: boolean
}

/**
 * A pooler in transaction mode, like PgBouncer: start-up options are ignored, and each transaction gets any free connection to the server,
 * with the role and the settings that another client left there.
 */
export async function transactionPooler(
  connection: pg.ClientConfig,
  { keepsStatements = false }: Options = {},
) {
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
    const server = { socket, client, statements: new Set<string>() }
    opened.push(server)
    return server
  }
  const listener = createServer((client) => {
    clients.add(client)
    client.on('error', () => client.destroy())
    serve(client, {
      take: async () => idle.pop() ?? openServer(),
      release: (server) => idle.push(server),
      keepsStatements,
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

type Pool = {
  take: () => Promise<Server>
  release: (server: Server) => void
  keepsStatements: boolean
}

function serve(client: Socket, { take, release, keepsStatements }: Pool) {
  let server: Promise<Server> | undefined
  let isStarted = false
  const splitRequests = splitMessages()
  const statements = openStatements()

  const attach = async (): Promise<Server> => {
    const taken = await take()
    const split = splitMessages()
    taken.socket.on('data', (chunk: Buffer) => {
      for (const message of split(chunk)) {
        if (keepsStatements && statements.isExtraResponse(message)) continue
        // ReadyForQuery outside of a transaction: the connection is free for others.
        if (readType(message) === 'Z' && message.toString('latin1', 5, 6) === 'I') {
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
    if (readType(chunk) === 'X') return void client.end()
    server ??= attach()
    const messages = splitRequests(chunk)
    void server.then((taken) => {
      for (const message of messages)
        for (const piece of keepsStatements ? statements.translate(message, taken) : [message])
          taken.socket.write(piece)
    })
  })
}

/** Prepares a named statement again where a connection does not know it, and drops the responses that the client does not expect. */
function openStatements() {
  const parsed = new Map<string, Buffer>()
  const extra = { '1': 0, '3': 0 }
  return {
    translate(message: Buffer, { statements }: Server): Buffer[] {
      const type = readType(message)
      const [first = '', second = ''] = message.toString('utf8', 5).split('\0', 2)
      const name = { P: first, B: second }[type] ?? ''
      if (name === '') return [message]
      const isKnown = statements.has(name)
      statements.add(name)
      if (type === 'P') {
        parsed.set(name, message)
        // Another client has prepared it here.
        if (isKnown) extra['3']++
        return isKnown ? [closeStatement(name), message] : [message]
      }
      const parse = parsed.get(name)
      if (isKnown || !parse) return [message]
      extra['1']++
      return [parse, message]
    },
    isExtraResponse(message: Buffer): boolean {
      const type = readType(message)
      if ((type !== '1' && type !== '3') || extra[type] === 0) return false
      extra[type]--
      return true
    },
  }
}

const readType = (message: Buffer) => message.toString('latin1', 0, 1)

function closeStatement(name: string): Buffer {
  const body = Buffer.from(`S${name}\0`)
  const head = Buffer.from([0x43, 0, 0, 0, 0])
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
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
