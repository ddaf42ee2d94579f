// The reference of bench/pages.ts: answers every request with the bytes that the parent process sent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

process.once('message', (content: { body: string; headers: Record<string, string> }) => {
  const body = Buffer.from(content.body, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(200, content.headers)
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.once('disconnect', () => process.exit())
