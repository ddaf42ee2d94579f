import { everyone, type Case } from './matrix-cells.ts'

const missing = '00000000-0000-4000-8000-000000000000'

/** Published campaigns only, for everybody alike. */
export const publicLedger = (file: string, keys: string): Case[] => [
  {
    on: "the owner's approved one",
    path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.slug}/${file}`,
    answers: everyone(200),
    keys,
  },
  {
    on: "the owner's pending one",
    path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.slug}/${file}`,
    answers: everyone('not-found'),
  },
  {
    on: 'a missing one',
    path: `/api/campaigns/${missing}/${file}`,
    answers: everyone('not-found'),
  },
]
