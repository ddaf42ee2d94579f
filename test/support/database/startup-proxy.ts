import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'

import type pg from 'pg'

/** A proxy in front of PostgreSQL that drops the options of the start-up packet, as PgBouncer does with ignore_startup_parameters. */
export async function startupProxy(connection: pg.PoolConfig) {
  const path = join(connection.host ?? '', `.s.PGSQL.${connection.port}`)
  const sockets = new Set<Socket>()
  const listener = createServer((client) => {
    const server = createConnection(path)
    const end = () => [client, server].forEach((socket) => socket.destroy())
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.once('data', (packet: Buffer) => {
      server.write(dropOptions(packet))
      client.pipe(server)
    })
    server.pipe(client)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return {
    url: toUrl(connection, port),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

/** The address of a test's database on another port of this machine. */
export function toUrl({ user, password, database }: pg.PoolConfig, port: number): string {
  const [name, secret] = [user ?? '', String(password)].map(encodeURIComponent)
  return `postgres://${name}:${secret}@127.0.0.1:${port}/${database}`
}

/** Length and protocol version, then names and values that end with a zero byte each. */
function dropOptions(packet: Buffer): Buffer {
  const texts = packet.toString('utf8', 8).split('\0')
  const pairs = Array.from({ length: texts.length >> 1 }, (_, index) =>
    texts.slice(2 * index, 2 * index + 2),
  )
  const body = pairs
    .filter(([name]) => name !== '' && name !== 'options')
    .map(([name, value]) => `${name}\0${value}\0`)
    .join('')
  const rest = Buffer.concat([packet.subarray(4, 8), Buffer.from(`${body}\0`)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(rest.length + 4)
  return Buffer.concat([length, rest])
}
