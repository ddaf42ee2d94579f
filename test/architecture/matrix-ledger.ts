import { missing, everyone, type Case } from './matrix-cells.ts'

/** Published campaigns only, for everybody alike. */
export const publicLedger = (keys: string): Case[] => [
  {
    on: "the owner's approved one",
    slug: 'owners',
    answers: everyone(200),
    keys,
  },
  {
    on: "the owner's pending one",
    slug: 'ownersPending',
    answers: everyone('not-found'),
  },
  {
    on: 'a missing one',
    id: missing,
    answers: everyone('not-found'),
  },
]
