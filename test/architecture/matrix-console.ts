import { missing, adminOnly, everyone, type Matrix } from './matrix-cells.ts'

const totals = '{donated donations fees paidOut platform reversed}'
const donation = '{amount campaign{id title} createdAt donor email id mode paidAt status}'
const campaign = '{id status title}'

/** What admins look up. Other roles get 404. */
export const consoleRows: Matrix = {
  'GET /api/admin/totals': [
    { on: 'the totals', answers: adminOnly(200), keys: `{month${totals} today${totals}}` },
  ],
  'GET /api/admin/search': [
    {
      on: 'the reference of a donation',
      path: ({ paid }) => `/api/admin/search?q=${paid.reference}`,
      answers: adminOnly(200),
      keys: `{campaigns[] donations[${donation}] onHold[] people[]}`,
    },
  ],
  'GET /api/admin/donations/:id': [
    {
      on: 'a paid donation',
      id: ({ paid }) => paid.id,
      answers: adminOnly(200),
      keys: `{donation{amount anonymous campaign{id title} channel createdAt donor email id message mode paidAt personId receipt reference refundable sharesEmail status} events[{amount at kind name}]}`,
    },
    { id: missing, answers: everyone('not-found') },
  ],
  'GET /api/admin/people/:id': [
    {
      on: 'an account',
      id: ({ people }) => people.donor?.uid ?? '',
      answers: adminOnly(200),
      keys: `{campaigns[] donations[${donation}] person{createdAt email emailVerified id isDisabled kind name roles[]}}`,
    },
    { id: missing, answers: everyone('not-found') },
  ],
  'GET /api/admin/campaigns/:id': [
    {
      campaign: 'owners',
      answers: adminOnly(200),
      keys: `{campaign${campaign.replace('{', '{goal ').replace('status', 'isPaused slug status')} events[{at by name reason stop}] organiser{email id kind name} totals${totals}}`,
    },
    { id: missing, answers: everyone('not-found') },
  ],
}
