import { once } from 'node:events'
import { connect } from 'node:net'

export type RawResponse = { status: number; head: string; body: string }

/** Sends a request exactly as written, because `fetch` sets the Host header itself and sends no header twice. */
export async function sendRaw(port: number, path: string, headers: readonly string[]) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write([`GET ${path} HTTP/1.1`, ...headers, 'connection: close', '\r\n'].join('\r\n'))
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  const [head = '', ...body] = received.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
  return { status, head, body: body.join('\r\n\r\n') } satisfies RawResponse
}
