import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { Hono } from 'hono'

const stylesheet = readFileSync(new URL('checkout.css', import.meta.url), 'utf8')
const icon = readFileSync(new URL('icon.svg', import.meta.url), 'utf8')
const version = createHash('sha256').update(stylesheet).digest('base64url').slice(0, 12)

/** The version changes with the content, so that browsers can cache the file for a year. */
export const stylesheetPath = `/sandbox/assets/checkout.css?v=${version}`

export function checkoutAssets() {
  return new Hono()
    .get('/checkout.css', (c) =>
      c.body(stylesheet, 200, {
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      }),
    )
    .get('/icon.svg', (c) =>
      c.body(icon, 200, {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400',
      }),
    )
}
