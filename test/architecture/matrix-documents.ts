import { pdf } from '#test/support/documents/pdf-files.ts'

import {
  missing,
  everyone,
  reviewersOnly,
  signedInOnly,
  verifiedOnly,
  type Case,
  type Matrix,
  members,
  only,
} from './matrix-cells.ts'

const document = '{at id isPublished isReviewed name sizeBytes type}'
const publicDocument = '{id name sizeBytes type}'

const form = () => {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(pdf())], 'bill.pdf', { type: 'application/pdf' }))
  return body
}

const reading = (
  on: string,
  id: Case['id'] & {},
  { keys, ...answers }: Case['answers'] & { keys: string },
): Case => ({ on, id, answers, keys })

/** Supporting documents: their owner, and reviewers once the campaign is submitted. */
export const documentRows: Matrix = {
  'GET /api/documents': [
    {
      on: 'the draft',
      answers: verifiedOnly(200),
      keys: { owner: `{documents[${document}]}`, others: '{documents[]}' },
    },
  ],
  'POST /api/documents': [
    { on: 'a document', body: form, answers: verifiedOnly(201), keys: document },
  ],
  'GET /api/documents/:id/file': [
    reading("the owner's draft", ({ documents }) => documents.draft, {
      owner: 200,
      others: 'not-found',
      keys: 'application/pdf',
    }),
    reading("the owner's approved campaign", ({ documents }) => documents.submitted, {
      ...reviewersOnly(200),
      owner: 200,
      treasurer: 200,
      keys: 'application/pdf',
    }),
    reading(
      "the owner's other approved campaign, published",
      ({ documents }) => documents.published,
      { ...everyone(200), keys: 'application/pdf' },
    ),
    { id: missing, answers: everyone('not-found') },
  ],
  'PUT /api/documents/:id/publication': [
    {
      on: "the owner's approved campaign",
      id: ({ documents }) => documents.submitted,
      body: { isPublished: true },
      answers: only({ owner: 204 }),
    },
  ],
  'DELETE /api/documents/:id': [
    {
      on: "the owner's draft",
      id: ({ documents }) => documents.draft,
      answers: only({ owner: 204 }),
    },
    {
      on: "the owner's approved campaign",
      id: ({ documents }) => documents.submitted,
      answers: only({ owner: 'campaign-status-changed' }),
    },
  ],
  'GET /api/campaigns/:id/documents': [
    {
      campaign: 'owners',
      answers: {
        ...verifiedOnly('not-found'),
        ...reviewersOnly(200),
        owner: 200,
      },
      keys: `{documents[${document}]}`,
    },
  ],
  'GET /api/campaigns/:id/public-documents': [
    {
      on: "the owner's approved one, with a published document",
      campaign: 'frozen',
      answers: everyone(200),
      keys: `{documents[${publicDocument}]}`,
    },
    {
      campaign: 'ownersPending',
      answers: { ...everyone('not-found'), ...reviewersOnly(200), ...members(200) },
      keys: '{documents[]}',
    },
  ],
  'POST /api/campaigns/:id/documents': [
    {
      campaign: 'ownersPending',
      body: form,
      answers: only({ owner: 201, treasurer: 201 }),
      keys: document,
    },
    {
      id: missing,
      body: form,
      answers: { ...signedInOnly('not-found'), unverified: 'verified-email-required' },
    },
  ],
}
