import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'

import type pg from 'pg'

/** Not sent yet; or done and lasting, and nobody has heard of it. A commit is named after all that it would make last. */
export type Moment = { statement: RegExp; when: 'before' | 'after' }

export interface StatementProxy extends AsyncDisposable {
  port: number
  /** Calls `onReached` the next time that a connection gets there; that connection goes no further. */
  arm: (moment: Moment, onReached: () => void) => void
}

/** Stands between a server and its PostgreSQL and knows the statement that goes through. */
export async function statementProxy(connection: pg.PoolConfig): Promise<StatementProxy> {
  const path = join(connection.host ?? '', `.s.PGSQL.${connection.port}`)
  const sockets = new Set<Socket>()
  let armed: { moment: Moment; onReached: () => void } | undefined

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

type IsReached = (statement: string, when: Moment['when']) => boolean
type Ends = { client: Socket; server: Socket; isReached: IsReached; onReached: () => void }

function relay({ client, server, isReached, onReached }: Ends) {
  const asked = messages(false)
  const answered = messages(true)
  const statementOf = reader()
  let isLast = false

  client.on('data', (chunk: Buffer) => {
    for (const message of asked(chunk)) {
      const statement = statementOf(message)
      if (statement !== undefined && isReached(statement, 'before')) return onReached()
      isLast ||= statement !== undefined && isReached(statement, 'after')
      server.write(message)
    }
  })
  server.on('data', (chunk: Buffer) => {
    for (const message of answered(chunk)) {
      // 'Z': all that was asked is done, and made to last where it stood alone.
      if (isLast && message[0] === 0x5a) return onReached()
      if (!isLast) client.write(message)
    }
  })
}

/** Cuts a stream of the protocol into its messages. A client's first has no letter before its length. */
function messages(isTyped: boolean) {
  let rest: Buffer = Buffer.alloc(0)
  let letters = isTyped ? 1 : 0
  return (chunk: Buffer): Buffer[] => {
    rest = Buffer.concat([rest, chunk])
    const whole: Buffer[] = []
    for (;;) {
      const length = rest.length < letters + 4 ? Infinity : letters + rest.readUInt32BE(letters)
      if (rest.length < length) return whole
      whole.push(rest.subarray(0, length))
      rest = rest.subarray(length)
      letters = 1
    }
  }
}

/** The text of what a message has done: prepared statements are remembered by their names, transactions by what they did. */
function reader() {
  const prepared = new Map<string, string>()
  let done: string[] | undefined

  return (message: Buffer): string | undefined => {
    const [first = '', second = ''] = message.toString('utf8', 5).split('\0', 2)
    const letter = String.fromCharCode(message[0] ?? 0)
    if (letter === 'P') prepared.set(first, second)
    const text = letter === 'Q' ? first : letter === 'B' ? prepared.get(second) : undefined
    if (text === 'begin') done = []
    done?.push(text ?? '')
    if (text !== 'commit') return text
    const named = `commit of ${done?.join('\n') ?? ''}`
    done = undefined
    return named
  }
}
