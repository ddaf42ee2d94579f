import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'

import type pg from 'pg'

/** `before`: the statement has not been sent. `after`: it has taken effect, and the client has no response. A commit's text includes the statements of its transaction. */
export type StatementMoment = { statement: RegExp; when: 'before' | 'after' }

export interface StatementProxy extends AsyncDisposable {
  port: number
  /** Calls `onReached` once, when a connection reaches the moment. That connection is closed. */
  arm: (moment: StatementMoment, onReached: () => void) => void
}

/** A proxy between the server and PostgreSQL that reads the statements. */
export async function statementProxy(connection: pg.PoolConfig): Promise<StatementProxy> {
  const path = join(connection.host ?? '', `.s.PGSQL.${connection.port}`)
  const sockets = new Set<Socket>()
  let armed: { moment: StatementMoment; onReached: () => void } | undefined

  const isReached: IsReached = (statement, when) =>
    armed?.moment.when === when && armed.moment.statement.test(statement)
  const onReached = () => {
    const reached = armed
    armed = undefined
    reached?.onReached()
  }
  const listener = createServer((client) => {
    const server = createConnection(path)
    const end = () => [client, server].forEach((socket) => socket.destroy())
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.once('close', () => void sockets.delete(socket))
      socket.on('error', end).on('close', end)
    }
    relay({ client, server, isReached, onReached: () => [onReached(), end()] })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))

  return {
    port: (listener.address() as AddressInfo).port,
    arm: (moment, reached) => void (armed = { moment, onReached: reached }),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

type IsReached = (statement: string, when: StatementMoment['when']) => boolean
type Ends = { client: Socket; server: Socket; isReached: IsReached; onReached: () => void }

function relay({ client, server, isReached, onReached }: Ends) {
  const splitRequests = splitMessages(false)
  const splitResponses = splitMessages(true)
  const readStatement = createStatementReader()
  let isLast = false

  client.on('data', (chunk: Buffer) => {
    for (const message of splitRequests(chunk)) {
      const statement = readStatement(message)
      if (statement !== undefined && isReached(statement, 'before')) return onReached()
      isLast ||= statement !== undefined && isReached(statement, 'after')
      server.write(message)
    }
  })
  server.on('data', (chunk: Buffer) => {
    for (const message of splitResponses(chunk)) {
      // 'Z' is ReadyForQuery: the statement is done, and committed if it ran outside a transaction.
      if (isLast && message[0] === 0x5a) return onReached()
      if (!isLast) client.write(message)
    }
  })
}

/** Splits a stream into protocol messages. A client's first message has no type byte. */
function splitMessages(isTyped: boolean) {
  let rest: Buffer = Buffer.alloc(0)
  let typeBytes = isTyped ? 1 : 0
  return (chunk: Buffer): Buffer[] => {
    rest = Buffer.concat([rest, chunk])
    const complete: Buffer[] = []
    for (;;) {
      const length =
        rest.length < typeBytes + 4 ? Infinity : typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < length) return complete
      complete.push(rest.subarray(0, length))
      rest = rest.subarray(length)
      typeBytes = 1
    }
  }
}

/** Returns the SQL text of a message. Prepared statements are stored by name; a commit returns all statements of its transaction. */
function createStatementReader() {
  const prepared = new Map<string, string>()
  let statements: string[] | undefined

  return (message: Buffer): string | undefined => {
    const [first = '', second = ''] = message.toString('utf8', 5).split('\0', 2)
    const messageType = String.fromCharCode(message[0] ?? 0)
    if (messageType === 'P') prepared.set(first, second)
    const texts: Record<string, string | undefined> = { Q: first, B: prepared.get(second) }
    const text = texts[messageType]
    if (text?.startsWith('begin')) statements = []
    statements?.push(text ?? '')
    if (text !== 'commit') return text
    const commit = `commit of ${statements?.join('\n') ?? ''}`
    statements = undefined
    return commit
  }
}
