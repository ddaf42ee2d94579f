import { everyone, type Matrix } from './matrix-cells.ts'
import { metricsToken } from './matrix-world.ts'

/** Documents, and what only machines ask for. What a page may show is decided by the API that it reads. */
export const pageRows: Matrix = {
  'GET /healthz': [{ on: 'life', answers: everyone(200), keys: '{status}' }],
  'GET /healthz/proof/:nonce': [
    {
      on: 'a nonce of the doctor',
      path: `/healthz/proof/${'0'.repeat(32)}`,
      answers: everyone(200),
      keys: 'text/plain',
    },
    { on: 'another text', path: '/healthz/proof/none', answers: everyone('not-found') },
  ],
  'GET /readyz': [
    { on: 'readiness, without the token', answers: everyone(200), keys: '{status}' },
    {
      on: 'readiness, with the token',
      headers: { authorization: `Bearer ${metricsToken}` },
      answers: everyone(200),
      keys: '{queues{failedJobs failingItems isMailPaused oldestMailSeconds oldestWebhookSeconds openDifferences pausedLanes[]} status troubles[]}',
    },
  ],
  'GET /metrics': [
    { on: 'metrics, without the token', answers: everyone('not-found') },
    {
      on: 'metrics, with the token',
      headers: { authorization: `Bearer ${metricsToken}` },
      answers: everyone(200),
      keys: 'text/plain',
    },
  ],
  'GET /share/:id': [
    { campaign: 'owners', answers: everyone(200), keys: 'image/jpeg' },
    { campaign: 'ownersPending', answers: everyone('not-found') },
    { on: 'a missing one', id: 'none', answers: everyone('not-found') },
  ],
  'GET /share/:id/status': [
    { campaign: 'owners', answers: everyone(200), keys: 'image/jpeg' },
    { campaign: 'ownersPending', answers: everyone('not-found') },
    { on: 'a missing one', id: 'none', answers: everyone('not-found') },
  ],
  'GET /sitemap.xml': [{ on: 'the map', answers: everyone(200), keys: 'application/xml' }],
  'GET /campaigns.rss': [{ on: 'the feed', answers: everyone(200), keys: 'application/rss+xml' }],
  'GET /sitemap/:part{.+\\.xml}': [
    { on: 'a part', path: '/sitemap/start.xml', answers: everyone(200), keys: 'application/xml' },
    { on: 'no part', path: '/sitemap/none.xml', answers: everyone('not-found') },
  ],
  'GET /campaigns/:feed{.+\\.rss}': [
    {
      on: 'the feed of a category',
      path: '/campaigns/health.rss',
      answers: everyone(200),
      keys: 'application/rss+xml',
    },
    { on: 'no category', path: '/campaigns/none.rss', answers: everyone('not-found') },
  ],
  'GET /robots.txt': [{ on: 'the rules', answers: everyone(200), keys: 'text/plain' }],
  'GET /.well-known/security.txt': [
    { on: 'the contact', answers: everyone(200), keys: 'text/plain' },
  ],
  'GET /.well-known/change-password': [{ on: 'the page', answers: everyone(302) }],
  // The matrix sends no key, without which nobody reaches the development features.
  'GET /development/enter': [
    { on: 'another key', path: '/development/enter?key=none', answers: everyone('not-found') },
  ],
  'GET /development/mailbox': [{ on: 'the mails', answers: everyone('not-found') }],
  'GET /development/mails': [{ on: 'the previews', answers: everyone('not-found') }],
  'GET /development/mailbox.css': [{ on: 'its look', answers: everyone('not-found') }],
  'GET /development/mailbox/:id': [
    { on: 'a missing mail', id: 'none', answers: everyone('not-found') },
  ],
  'POST /language': [
    { on: 'one of ours', ...languageForm('pcm'), answers: everyone(303) },
    { on: 'an unknown one', ...languageForm('xx'), answers: everyone('invalid-input') },
  ],
  'POST /currency': [
    { on: 'one of ours', ...currencyForm('GBP'), answers: everyone(303) },
    { on: 'an unknown one', ...currencyForm('XXX'), answers: everyone('invalid-input') },
  ],
  'GET /*': [
    { on: 'the landing page', path: '/', answers: everyone(200), keys: 'text/html' },
    { on: 'an unknown API', path: '/api/nothing', answers: everyone('not-found') },
  ],
  'GET /api/policy-values': [
    {
      on: 'what the policies take from settings',
      answers: everyone(200),
      keys: '{controller{address[] dpoEmail name registration} identity recipients[{country name role}]}',
    },
  ],
  'POST /*': [
    {
      on: 'an empty login form',
      path: '/login',
      ...form('email=&password='),
      // The page again, with what is wrong beside the fields.
      // A login that is already there leads on.
      answers: { anonymous: 422, disabled: 422, stale: 422, unverified: 422, others: 302 },
      keys: {
        anonymous: 'text/html',
        disabled: 'text/html',
        stale: 'text/html',
        unverified: 'text/html',
      },
    },
  ],
}

function languageForm(language: string) {
  return { path: '/language', ...form(`language=${language}`) }
}

function currencyForm(currency: string) {
  return { path: '/currency', ...form(`currency=${currency}`) }
}

/** As browsers send it without script. */
function form(values: string) {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: () => new TextEncoder().encode(values),
  }
}
