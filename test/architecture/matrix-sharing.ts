import { testOrigin } from '#test/support/people/people.ts'

import { everyone, type Matrix, only } from './matrix-cells.ts'

const madeUp = 'AAAAAAAAAAAAAAAAAAAAAA'

const toOembed = (slug: string) => `/oembed?url=${encodeURIComponent(`${testOrigin}/c/${slug}`)}`

/** Cards on other websites, posters, personal links and the sources of donations. */
export const sharingRows: Matrix = {
  'GET /embed/:id': [
    { slug: 'owners', answers: everyone(200), keys: 'text/html' },
    { slug: 'ownersPending', answers: everyone('not-found') },
  ],
  'GET /c/:id/badge.svg': [
    { slug: 'owners', answers: everyone(200), keys: 'image/svg+xml' },
    { slug: 'ownersPending', answers: everyone('not-found') },
  ],
  'GET /c/:id/last-day.ics': [
    { slug: 'owners', answers: everyone(200), keys: 'text/calendar' },
    { slug: 'ownersPending', answers: everyone('not-found') },
  ],
  'GET /c/:id/chart.svg': [
    { slug: 'owners', answers: everyone(200), keys: 'image/svg+xml' },
    { slug: 'ownersPending', answers: everyone('not-found') },
  ],
  'GET /api/openapi.json': [
    { on: 'programs', answers: everyone(200), keys: 'application/vnd.oai.openapi+json' },
  ],
  'GET /api/v1': [{ on: 'programs', answers: everyone(200), keys: 'text/html' }],
  'GET /api/v1/campaigns': [
    {
      on: 'programs',
      answers: everyone(200),
      keys: '{campaigns[{category city country description donors endDate goalKobo id picture raisedKobo slug status title url}] next}',
    },
  ],
  'GET /api/v1/campaigns/:id': [
    {
      slug: 'owners',
      answers: everyone(200),
      keys: '{acceptsDonations category city country description donors endDate goalKobo id impact importance picture raiseMoneyFor raisedKobo slug startDate status title url}',
    },
    { slug: 'ownersPending', answers: everyone('not-found') },
  ],
  'GET /api/v1/campaigns/:id/updates': [
    { slug: 'owners', answers: everyone(200), keys: '{next updates[{at id text title}]}' },
    { slug: 'ownersPending', answers: everyone('not-found') },
  ],
  'GET /api/v1/campaigns/:id/ledger': [
    {
      slug: 'owners',
      answers: everyone(200),
      keys: '{entries[{day donor kind leaf owner paidOut place platform provider raised total}] next sums{donor entries owner paidOut platform provider raised}}',
    },
    { slug: 'ownersPending', answers: everyone('not-found') },
  ],
  'GET /oembed': [
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
  'GET /share/:id/:format{(poster|card)\\.pdf}': [
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
  'POST /api/campaigns/:id/personal-links': [
    { campaign: 'owners', body: {}, answers: everyone(201), keys: '{token}' },
    { campaign: 'ownersPending', body: {}, answers: everyone('not-found') },
  ],
  'POST /api/donations/:id/personal-link': [
    {
      on: 'the access code of a paid donation',
      id: ({ paid }) => paid.accessCode,
      body: {},
      answers: everyone(201),
      keys: '{token}',
    },
    {
      on: 'its reference',
      id: ({ paid }) => paid.reference,
      body: {},
      answers: { donor: 201, others: 'not-found' },
      keys: '{token}',
    },
    { on: 'a made-up code', id: madeUp, body: {}, answers: everyone('not-found') },
  ],
  'GET /api/personal-links/:id': [
    {
      on: 'the secret of a link',
      path: ({ mailLinks }) => mailLinks.personalLink,
      answers: everyone(200),
      keys: '{amount campaign{id slug title} code counted people}',
    },
    { on: 'a made-up one', id: 'A'.repeat(200), answers: everyone('not-found') },
  ],
  'GET /api/campaigns/:id/sources': [
    {
      campaign: 'owners',
      answers: only({ owner: 200, treasurer: 200, admin: 200 }),
      keys: '{sources[{donations kind raised}]}',
    },
  ],
}
