import { everyone, type Matrix } from './matrix-cells.ts'
import { metricsToken } from './matrix-world.ts'

/** Documents, and what only machines ask for. What a page may show is decided by the API that it reads. */
export const pageRows: Matrix = {
  'GET /healthz': {
    rule: 'readHealth',
    cases: [{ on: 'life', path: '/healthz', answers: everyone(200), keys: '{status}' }],
  },
  'GET /healthz/proof/:nonce': {
    rule: 'readHealth',
    cases: [
      {
        on: 'a nonce of the doctor',
        path: `/healthz/proof/${'0'.repeat(32)}`,
        answers: everyone(200),
        keys: 'text/plain',
      },
      { on: 'another text', path: '/healthz/proof/none', answers: everyone('not-found') },
    ],
  },
  'GET /readyz': {
    rule: 'readHealth',
    cases: [
      {
        on: 'readiness, without the token',
        path: '/readyz',
        answers: everyone(200),
        keys: '{status}',
      },
      {
        on: 'readiness, with the token',
        path: '/readyz',
        headers: { authorization: `Bearer ${metricsToken}` },
        answers: everyone(200),
        keys: '{queues{failedJobs failingItems isMailPaused oldestMailSeconds oldestWebhookSeconds openDifferences pausedLanes[]} status troubles[]}',
      },
    ],
  },
  'GET /metrics': {
    rule: 'readMetrics',
    cases: [
      { on: 'metrics, without the token', path: '/metrics', answers: everyone('not-found') },
      {
        on: 'metrics, with the token',
        path: '/metrics',
        headers: { authorization: `Bearer ${metricsToken}` },
        answers: everyone(200),
        keys: 'text/plain',
      },
    ],
  },
  'GET /share/:id': {
    rule: 'readShareImage',
    cases: [
      {
        on: 'an approved campaign',
        path: ({ campaigns }) => `/share/${campaigns.owners.id}`,
        answers: everyone(200),
        keys: 'image/jpeg',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => `/share/${campaigns.ownersPending.id}`,
        answers: everyone('not-found'),
      },
      { on: 'a missing one', path: '/share/none', answers: everyone('not-found') },
    ],
  },
  'GET /share/:id/status': {
    rule: 'readShareImage',
    cases: [
      {
        on: 'an approved campaign',
        path: ({ campaigns }) => `/share/${campaigns.owners.id}/status`,
        answers: everyone(200),
        keys: 'image/jpeg',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => `/share/${campaigns.ownersPending.id}/status`,
        answers: everyone('not-found'),
      },
      { on: 'a missing one', path: '/share/none/status', answers: everyone('not-found') },
    ],
  },
  'GET /sitemap.xml': {
    rule: 'readFeed',
    cases: [
      { on: 'the map', path: '/sitemap.xml', answers: everyone(200), keys: 'application/xml' },
    ],
  },
  'GET /campaigns.rss': {
    rule: 'readFeed',
    cases: [
      {
        on: 'the feed',
        path: '/campaigns.rss',
        answers: everyone(200),
        keys: 'application/rss+xml',
      },
    ],
  },
  'GET /sitemap/:part{.+\\.xml}': {
    rule: 'readFeed',
    cases: [
      { on: 'a part', path: '/sitemap/start.xml', answers: everyone(200), keys: 'application/xml' },
      { on: 'no part', path: '/sitemap/none.xml', answers: everyone('not-found') },
    ],
  },
  'GET /campaigns/:feed{.+\\.rss}': {
    rule: 'readFeed',
    cases: [
      {
        on: 'the feed of a category',
        path: '/campaigns/health.rss',
        answers: everyone(200),
        keys: 'application/rss+xml',
      },
      { on: 'no category', path: '/campaigns/none.rss', answers: everyone('not-found') },
    ],
  },
  'GET /robots.txt': {
    rule: 'readFeed',
    cases: [{ on: 'the rules', path: '/robots.txt', answers: everyone(200), keys: 'text/plain' }],
  },
  'GET /.well-known/security.txt': {
    rule: 'readFeed',
    cases: [
      {
        on: 'the contact',
        path: '/.well-known/security.txt',
        answers: everyone(200),
        keys: 'text/plain',
      },
    ],
  },
  'GET /.well-known/change-password': {
    rule: 'readFeed',
    cases: [{ on: 'the page', path: '/.well-known/change-password', answers: everyone(302) }],
  },
  // The matrix sends no key, without which nobody reaches the development features.
  'GET /development/enter': {
    rule: 'enterDevelopment',
    cases: [
      {
        on: 'another key',
        path: '/development/enter?key=none',
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /development/mailbox': {
    rule: 'readMailbox',
    cases: [{ on: 'the mails', path: '/development/mailbox', answers: everyone('not-found') }],
  },
  'GET /development/mails': {
    rule: 'readMailbox',
    cases: [{ on: 'the previews', path: '/development/mails', answers: everyone('not-found') }],
  },
  'GET /development/mailbox.css': {
    rule: 'readMailbox',
    cases: [{ on: 'its look', path: '/development/mailbox.css', answers: everyone('not-found') }],
  },
  'GET /development/mailbox/:id': {
    rule: 'readMailbox',
    cases: [
      { on: 'a missing mail', path: '/development/mailbox/none', answers: everyone('not-found') },
    ],
  },
  'POST /language': {
    rule: 'chooseLanguage',
    cases: [
      { on: 'one of ours', ...languageForm('pcm'), answers: everyone(303) },
      { on: 'an unknown one', ...languageForm('xx'), answers: everyone('invalid-input') },
    ],
  },
  'POST /currency': {
    rule: 'chooseCurrency',
    cases: [
      { on: 'one of ours', ...currencyForm('GBP'), answers: everyone(303) },
      { on: 'an unknown one', ...currencyForm('XXX'), answers: everyone('invalid-input') },
    ],
  },
  'GET /*': {
    rule: 'readPage',
    cases: [
      { on: 'the landing page', path: '/', answers: everyone(200), keys: 'text/html' },
      { on: 'an unknown API', path: '/api/nothing', answers: everyone('not-found') },
    ],
  },
  'GET /api/policy-values': {
    rule: 'readPolicyValues',
    cases: [
      {
        on: 'what the policies take from settings',
        path: '/api/policy-values',
        answers: everyone(200),
        keys: '{controller{address[] dpoEmail name registration} identity recipients[{country name role}]}',
      },
    ],
  },
  'POST /*': {
    rule: 'submitPage',
    cases: [
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
  },
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
