import { pdf } from '#test/support/documents/pdf-files.ts'

import {
  everyone,
  reviewersOnly,
  signedInOnly,
  verifiedOnly,
  type Case,
  type Matrix,
} from './matrix-cells.ts'

const missing = '00000000-0000-4000-8000-000000000000'
const document = '{at id isPublished isReviewed name sizeBytes type}'
const publicDocument = '{id name sizeBytes type}'

const form = () => {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(pdf())], 'bill.pdf', { type: 'application/pdf' }))
  return body
}

const reading = (
  on: string,
  path: Case['path'],
  { keys, ...answers }: Case['answers'] & { keys: string },
): Case => ({ on, path, answers, keys })

/** Supporting documents: their owner, and reviewers once the campaign is submitted. */
export const documentRows: Matrix = {
  'GET /api/documents': {
    rule: 'listDraftDocuments',
    cases: [
      {
        on: 'the draft',
        path: '/api/documents',
        answers: verifiedOnly(200),
        keys: { owner: `{documents[${document}]}`, others: '{documents[]}' },
      },
    ],
  },
  'POST /api/documents': {
    rule: 'uploadDocument',
    cases: [
      {
        on: 'a document',
        path: '/api/documents',
        body: form,
        answers: verifiedOnly(201),
        keys: document,
      },
    ],
  },
  'GET /api/documents/:id/file': {
    rule: 'readDocument',
    cases: [
      reading("the owner's draft", ({ documents }) => `/api/documents/${documents.draft}/file`, {
        owner: 200,
        others: 'not-found',
        keys: 'application/pdf',
      }),
      reading(
        "the owner's approved campaign",
        ({ documents }) => `/api/documents/${documents.submitted}/file`,
        {
          ...reviewersOnly(200),
          owner: 200,
          keys: 'application/pdf',
        },
      ),
      reading(
        "the owner's other approved campaign, published",
        ({ documents }) => `/api/documents/${documents.published}/file`,
        { ...everyone(200), keys: 'application/pdf' },
      ),
      {
        on: 'a missing one',
        path: `/api/documents/${missing}/file`,
        answers: everyone('not-found'),
      },
    ],
  },
  'PUT /api/documents/:id/publication': {
    rule: 'publishDocument',
    cases: [
      {
        on: "the owner's approved campaign",
        path: ({ documents }) => `/api/documents/${documents.submitted}/publication`,
        body: { isPublished: true },
        answers: { ...verifiedOnly('not-found'), owner: 204 },
      },
    ],
  },
  'DELETE /api/documents/:id': {
    rule: 'deleteDocument',
    cases: [
      {
        on: "the owner's draft",
        path: ({ documents }) => `/api/documents/${documents.draft}`,
        answers: { ...verifiedOnly('not-found'), owner: 204 },
      },
      {
        on: "the owner's approved campaign",
        path: ({ documents }) => `/api/documents/${documents.submitted}`,
        answers: { ...verifiedOnly('not-found'), owner: 'campaign-status-changed' },
      },
    ],
  },
  'GET /api/campaigns/:id/documents': {
    rule: 'listCampaignDocuments',
    cases: [
      {
        on: "the owner's approved one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/documents`,
        answers: {
          ...verifiedOnly('not-found'),
          ...reviewersOnly(200),
          owner: 200,
        },
        keys: `{documents[${document}]}`,
      },
    ],
  },
  'GET /api/campaigns/:id/public-documents': {
    rule: 'readCampaign',
    cases: [
      {
        on: "the owner's approved one, with a published document",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.frozen.id}/public-documents`,
        answers: everyone(200),
        keys: `{documents[${publicDocument}]}`,
      },
      {
        on: "the owner's pending one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.id}/public-documents`,
        answers: { ...everyone('not-found'), ...reviewersOnly(200), owner: 200 },
        keys: '{documents[]}',
      },
    ],
  },
  'POST /api/campaigns/:id/documents': {
    rule: 'addCampaignDocument',
    cases: [
      {
        on: "the owner's pending one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.id}/documents`,
        body: form,
        answers: { ...verifiedOnly('not-found'), owner: 201 },
        keys: document,
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/documents`,
        body: form,
        answers: { ...signedInOnly('not-found'), unverified: 'verified-email-required' },
      },
    ],
  },
}
