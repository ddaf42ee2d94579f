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
        on: 'readiness',
        path: '/readyz',
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
        keys: 'image/png',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => `/share/${campaigns.ownersPending.id}`,
        answers: everyone('not-found'),
      },
      { on: 'a missing one', path: '/share/none', answers: everyone('not-found') },
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
  'GET /robots.txt': {
    rule: 'readFeed',
    cases: [{ on: 'the rules', path: '/robots.txt', answers: everyone(200), keys: 'text/plain' }],
  },
  'GET /development/mailbox': {
    rule: 'readMailbox',
    cases: [
      { on: 'the mails', path: '/development/mailbox', answers: everyone(200), keys: 'text/html' },
    ],
  },
  'GET /development/mailbox.css': {
    rule: 'readMailbox',
    cases: [
      {
        on: 'its look',
        path: '/development/mailbox.css',
        answers: everyone(200),
        keys: 'text/css',
      },
    ],
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
  'GET /*': {
    rule: 'readPage',
    cases: [
      { on: 'the landing page', path: '/', answers: everyone(200), keys: 'text/html' },
      { on: 'an unknown API', path: '/api/nothing', answers: everyone('not-found') },
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
        answers: everyone(422),
        keys: 'text/html',
      },
    ],
  },
}

function languageForm(language: string) {
  return { path: '/language', ...form(`language=${language}`) }
}

/** As browsers send it without script. */
function form(values: string) {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: () => new TextEncoder().encode(values),
  }
}
