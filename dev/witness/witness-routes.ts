import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import type { Witness } from './witness.ts'

/** The largest request: 63 hashes and a checkpoint with many signatures. */
const maxBytes = 16_384

/** The addresses of C2SP tlog-witness. */
export function witnessRoutes(witness: Witness) {
  return new Hono()
    .post('/add-checkpoint', bodyLimit({ maxSize: maxBytes }), async (c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      const {
        status,
        body,
        contentType = 'text/plain; charset=utf-8',
      } = await witness.addCheckpoint(bytes)
      return new Response(body, { status, headers: { 'content-type': contentType } })
    })
    .get('/:hash/checkpoint', (c) => {
      const checkpoint = witness.findCheckpoint(c.req.param('hash'))
      return checkpoint === undefined ? c.notFound() : c.text(checkpoint)
    })
}
