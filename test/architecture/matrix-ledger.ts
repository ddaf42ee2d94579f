import { missing, everyone, type Case } from './matrix-cells.ts'

/** Published campaigns only, for everybody alike. */
export const publicLedger = (keys: string): Case[] => [
  { slug: 'owners', answers: everyone(200), keys },
  { slug: 'ownersPending', answers: everyone('not-found') },
  { id: missing, answers: everyone('not-found') },
]
