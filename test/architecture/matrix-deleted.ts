import { missing, everyone, reviewersOnly, type Case, type Matrix } from './matrix-cells.ts'
import type { World } from './matrix-world.ts'

const onEvidence = (suffix: string, keys: string): Case[] => [
  {
    on: 'of a deleted campaign',
    path: ({ deletedCampaign }: World) => `/api/evidence/${deletedCampaign.id}${suffix}`,
    answers: reviewersOnly(200),
    keys,
  },
  {
    on: 'of a missing one',
    path: `/api/evidence/${missing}${suffix}`,
    answers: everyone('not-found'),
  },
]

/** What stays of deleted campaigns. */
export const deletedRows: Matrix = {
  'GET /api/deleted-campaigns/:id': [
    {
      on: 'a deleted one',
      id: ({ deletedCampaign }) => deletedCampaign.slug,
      answers: everyone(200),
      keys: '{campaign{category deletedOn donated donors endDate raised refunded slug startDate title}}',
    },
    { on: 'one that is public', slug: 'owners', answers: everyone('not-found') },
    { on: 'a missing one', id: 'nothing', answers: everyone('not-found') },
  ],
  'GET /api/evidence': [
    {
      on: 'the list',
      answers: reviewersOnly(200),
      keys: '{evidence[{deletedAt hasMoney id owner reports storedUntil title}] next}',
    },
  ],
  'GET /api/evidence/:id': onEvidence(
    '',
    '{evidence{bank{code holder last4} campaign{budget[] category cause city country createdAt description endDate goal impact importance raiseMoneyFor slug startDate status title} contact{email name phone} deletedAt documents[{at id isPublished isReviewed name sizeBytes type}] hasMoney id images[{alt isStored}] owner{name uid} records[{at kind text what}] reports storedUntil}}',
  ),
  'GET /api/evidence/:id/images/:position': onEvidence('/images/1', 'image/webp'),
  'GET /api/evidence/:id/documents/:documentId': [
    {
      on: 'of a deleted campaign',
      path: ({ deletedCampaign: { id, documentId } }) =>
        `/api/evidence/${id}/documents/${documentId}`,
      answers: reviewersOnly(200),
      keys: 'application/pdf',
    },
    {
      on: "of another campaign's document",
      path: ({ deletedCampaign, documents }) =>
        `/api/evidence/${deletedCampaign.id}/documents/${documents.submitted}`,
      answers: everyone('not-found'),
    },
  ],
}
