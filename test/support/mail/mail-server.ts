import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'

import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Received = { recipients: string[]; raw: string }

/** An SMTP server that stores the mails it accepts. `options` override its responses. */
export async function openMailServer(options: SMTPServerOptions = {}, port = 0) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, { envelope }, callback) {
      const store = async () => {
        const recipients = envelope.rcptTo.map(({ address }) => address)
        received.push({ recipients, raw: await text(stream) })
      }
      callbackify(store)((error) => callback(error))
    },
    ...options,
  })
  // Some tests abort connections.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
