import { html } from 'hono/html'

import { stylesheetPath } from './assets.ts'
import type { Html } from './page-props.ts'

/** Layout of all sandbox pages, with the TEST banner. */
export function layout(title: string, main: Html): Html {
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
          <strong>TEST</strong>
          <span>This is a test page. No real money moves. Never enter a real card.</span>
        </header>
        <main>${main}</main>
      </body>
    </html>`
}
