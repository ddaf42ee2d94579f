import { testOrigin } from '#test/support/people/people.ts'

import { everyone, verifiedOnly, type Matrix } from './matrix-cells.ts'

const madeUp = 'AAAAAAAAAAAAAAAAAAAAAA'

const toOembed = (slug: string) => `/oembed?url=${encodeURIComponent(`${testOrigin}/c/${slug}`)}`

/** Cards on other websites, posters, personal links and the sources of donations. */
export const sharingRows: Matrix = {
  'GET /embed/:id': {
    rule: 'readEmbed',
    cases: [
      {
        on: 'an approved campaign',
        path: ({ campaigns }) => `/embed/${campaigns.owners.slug}`,
        answers: everyone(200),
        keys: 'text/html',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => `/embed/${campaigns.ownersPending.slug}`,
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /c/:id/badge.svg': {
    rule: 'readEmbed',
    cases: [
      {
        on: 'an approved campaign',
        path: ({ campaigns }) => `/c/${campaigns.owners.slug}/badge.svg`,
        answers: everyone(200),
        keys: 'image/svg+xml',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => `/c/${campaigns.ownersPending.slug}/badge.svg`,
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /c/:id/chart.svg': {
    rule: 'readEmbed',
    cases: [
      {
        on: 'an approved campaign',
        path: ({ campaigns }) => `/c/${campaigns.owners.slug}/chart.svg`,
        answers: everyone(200),
        keys: 'image/svg+xml',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => `/c/${campaigns.ownersPending.slug}/chart.svg`,
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /api/openapi.json': {
    rule: 'readFeed',
    cases: [
      {
        on: 'programs',
        path: '/api/openapi.json',
        answers: everyone(200),
        keys: 'application/vnd.oai.openapi+json',
      },
    ],
  },
  'GET /api/v1': {
    rule: 'readFeed',
    cases: [{ on: 'programs', path: '/api/v1', answers: everyone(200), keys: 'text/html' }],
  },
  'GET /api/v1/campaigns': {
    rule: 'listCampaigns',
    cases: [
      {
        on: 'programs',
        path: '/api/v1/campaigns',
        answers: everyone(200),
        keys: '{campaigns[{category city country description donors endDate goalKobo id picture raisedKobo slug status title url}] next}',
      },
    ],
  },
  'GET /api/v1/campaigns/:id': {
    rule: 'readByProgram',
    cases: [
      {
        on: 'an approved campaign',
        path: ({ campaigns }) => `/api/v1/campaigns/${campaigns.owners.slug}`,
        answers: everyone(200),
        keys: '{acceptsDonations category city country description donors endDate goalKobo id impact importance picture raiseMoneyFor raisedKobo slug startDate status title url}',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => `/api/v1/campaigns/${campaigns.ownersPending.slug}`,
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /api/v1/campaigns/:id/updates': {
    rule: 'readByProgram',
    cases: [
      {
        on: 'an approved campaign',
        path: ({ campaigns }) => `/api/v1/campaigns/${campaigns.owners.slug}/updates`,
        answers: everyone(200),
        keys: '{next updates[{at id text title}]}',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => `/api/v1/campaigns/${campaigns.ownersPending.slug}/updates`,
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /api/v1/campaigns/:id/ledger': {
    rule: 'readByProgram',
    cases: [
      {
        on: 'an approved campaign',
        path: ({ campaigns }) => `/api/v1/campaigns/${campaigns.owners.slug}/ledger`,
        answers: everyone(200),
        keys: '{entries[{day donor kind leaf owner paidOut place platform provider raised total}] next sums{donor entries owner paidOut platform provider raised}}',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => `/api/v1/campaigns/${campaigns.ownersPending.slug}/ledger`,
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /oembed': {
    rule: 'readFeed',
    cases: [
      {
        on: 'an approved campaign',
        path: ({ campaigns }) => toOembed(campaigns.owners.slug),
        answers: everyone(200),
        keys: '{author_name cache_age height html provider_name provider_url thumbnail_height thumbnail_url thumbnail_width title type version width}',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => toOembed(campaigns.ownersPending.slug),
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /share/:id/:format{(poster|card)\\.pdf}': {
    rule: 'downloadPoster',
    cases: [
      {
        on: 'an approved campaign',
        path: ({ campaigns }) => `/share/${campaigns.owners.id}/poster.pdf`,
        answers: everyone(200),
        keys: 'application/pdf',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => `/share/${campaigns.ownersPending.id}/card.pdf`,
        answers: everyone('not-found'),
      },
    ],
  },
  'POST /api/campaigns/:id/personal-links': {
    rule: 'createPersonalLink',
    cases: [
      {
        on: 'an approved campaign',
        path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/personal-links`,
        body: {},
        answers: everyone(201),
        keys: '{token}',
      },
      {
        on: 'a pending one',
        path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.id}/personal-links`,
        body: {},
        answers: everyone('not-found'),
      },
    ],
  },
  'POST /api/donations/:id/personal-link': {
    rule: 'createDonorLink',
    cases: [
      {
        on: 'the access code of a paid donation',
        path: ({ paid }) => `/api/donations/${paid.accessCode}/personal-link`,
        body: {},
        answers: everyone(201),
        keys: '{token}',
      },
      {
        on: 'its reference',
        path: ({ paid }) => `/api/donations/${paid.reference}/personal-link`,
        body: {},
        answers: { donor: 201, others: 'not-found' },
        keys: '{token}',
      },
      {
        on: 'a made-up code',
        path: `/api/donations/${madeUp}/personal-link`,
        body: {},
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /api/personal-links/:id': {
    rule: 'readPersonalLink',
    cases: [
      {
        on: 'the secret of a link',
        path: ({ mailLinks }) => mailLinks.personalLink,
        answers: everyone(200),
        keys: '{amount campaign{id slug title} code counted people}',
      },
      {
        on: 'a made-up one',
        path: `/api/personal-links/${'A'.repeat(200)}`,
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /api/campaigns/:id/sources': {
    rule: 'readMoney',
    cases: [
      {
        on: "the owner's approved one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/sources`,
        answers: { ...verifiedOnly('not-found'), owner: 200, admin: 200 },
        keys: '{sources[{donations kind raised}]}',
      },
    ],
  },
}
