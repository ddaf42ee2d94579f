import { html } from 'hono/html'

import { stylesheetPath } from './checkout-assets.ts'
import type { Html } from './checkout-parts.ts'

/** What is around every page of the sandbox: above all the word TEST. */
export function shell(title: string, main: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · test checkout</title>
        <link rel="stylesheet" href="${stylesheetPath}" />
        <link rel="icon" href="/sandbox/assets/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <header class="banner">
          <strong>TEST</strong> <span>No real money moves here. Never type a real card.</span>
        </header>
        <main>${main}</main>
      </body>
    </html>`
}
