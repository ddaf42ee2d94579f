import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'

import { lagosDay } from '#shared/day.ts'
import { readRateLimit } from '#server/platform/rate-limits/thresholds.ts'

import { startAjo, type Ajo } from './ajo.ts'
import { withDatabase } from './story-campaign.ts'

type Network = {
  /** The test drops requests, so network errors in the console are allowed. */
  losesRequests: boolean
}

type Watched = {
  /** A browser context for one person. Faults that it recorded fail the test at its end. */
  person: (options?: BrowserContextOptions) => Promise<Page>
}

/**
 * A test with one server per worker. Every page must have no console error, no violation of the content security policy or of
 * Trusted Types, no request to another origin and no response of status 500 or above.
 */
export const test = base.extend<Watched & Network, { ajo: Ajo }>({
  losesRequests: [false, { option: true }],

  ajo: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the fixture's needs from this pattern
    async ({}, use) => {
      // Only readers abroad see other currencies.
      const EXCHANGE_RATES = `${lagosDay()} USD=1500 GBP=2000 EUR=1600`
      await using ajo = await startAjo({ template: process.env.AJO_DATA, env: { EXCHANGE_RATES } })
      await use(ajo)
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  person: async ({ browser, ajo, losesRequests }, use) => {
    await forgetLimits(ajo)
    await countNoReads(ajo)
    const faults: string[] = []
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({
        baseURL: ajo.url,
        viewport: { width: 1280, height: 800 },
        ...options,
      })
      contexts.push(context)
      await context.request.get(ajo.developmentLink(), { maxRedirects: 0 })
      context.on('page', (page) => watch(page, new URL(ajo.url).origin, faults))
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
    const relevant = losesRequests ? faults.filter((fault) => !/net::ERR_/.test(fault)) : faults
    expect(relevant, 'faults in the browser').toEqual([])
  },
})

export { expect }

/**
 * All people of a story share one network address, and on a fast machine they open more pages than one address may read. The window of no
 * other limit is as short.
 */
async function countNoReads(ajo: Ajo) {
  const isRead = `new.ends_at <= now() + interval '${readRateLimit.windowMs} ms'`
  await withDatabase(ajo, (client) =>
    client.query(`
      create or replace function count_no_reads() returns trigger language plpgsql as $$
        begin
          if ${isRead} then new.count := 0; end if;
          return new;
        end $$;
      create or replace trigger count_no_reads before insert or update on rate_limit_counter
        for each row execute function count_no_reads();`),
  )
}

/** Stories of a worker share the sample people and the network address, but no story uses up the limits of another. */
async function forgetLimits(ajo: Ajo) {
  await withDatabase(ajo, (client) => client.query('delete from rate_limit_counter'))
}

function watch(page: Page, origin: string, faults: string[]) {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // Chromium logs a 4xx response as a console error.
    if (/Failed to load resource: .*status of 4\d\d/.test(message.text())) return
    // On a busy machine a story changes the width of the window before Chromium has used the picture for the width before.
    if (/\/images\/\S+ was preloaded using link preload but not used/.test(message.text())) return
    faults.push(`console ${message.type()}: ${message.text()} (${page.url()})`)
  })
  page.on('pageerror', (error) => faults.push(`script: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== origin)
      faults.push(`request to another origin: ${url.href}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} from ${response.url()}`)
  })
}
