import { everyone, reviewersOnly, verifiedOnly, type Case, type Matrix } from './matrix-cells.ts'
import { uploadedKeys } from './matrix-campaigns.ts'
import { toForm, type World } from './matrix-world.ts'

const missing = '00000000-0000-4000-8000-000000000000'
const words = { reason: 'Please say whose picture this is.' }

const { others: _, ...staff } = reviewersOnly(200)

/** The same form again, without a new account number. */
const edited = (world: World) => ({ ...toForm(world), accountNumber: '', city: 'Ondo' })

const ofOwners = (after: string) => (world: World) =>
  `/api/campaigns/${world.campaigns.owners.id}/${after}`

/** What is only its owner's to do, or to see. */
const owners = (after: string, on: Omit<Case, 'on' | 'path'>): Case[] => {
  const { body, keys } = on
  const sent = { ...(body && { body }), ...(keys !== undefined && { keys }) }
  return [
    { ...sent, on: "the owner's approved one", path: ofOwners(after), answers: on.answers },
    {
      ...sent,
      on: "another owner's pending one",
      path: ({ campaigns }) => `/api/campaigns/${campaigns.otherOwners.id}/${after}`,
      answers: { ...verifiedOnly('not-found'), otherOwner: on.answers.owner ?? 204 },
    },
    {
      ...sent,
      on: 'a missing one',
      path: `/api/campaigns/${missing}/${after}`,
      answers: verifiedOnly('not-found'),
    },
  ]
}

const formKeys =
  '{accountNumberLast4 hasTwoFactor status title values{aboutChild aboutHealth accountName accountNumber bank cacNumber category cause childConsent city country ' +
  'description email endDate goalAmount guardian healthConsent healthConsentBy images[{alt height id width}] impact importance name payeeEmail payeeKind payeeName phone raiseMoneyFor scumlNumber showContact startDate title}}'

/** What becomes of campaigns that are there. */
export const lifecycleRows: Matrix = {
  'GET /api/campaigns/:id/form': {
    rule: 'readCampaignForm',
    cases: owners('form', {
      answers: { ...verifiedOnly('not-found'), owner: 200 },
      keys: formKeys,
    }),
  },
  'PUT /api/campaigns/:id': {
    rule: 'editCampaign',
    cases: [
      {
        on: "the owner's pending one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.id}`,
        body: edited,
        answers: { ...verifiedOnly('not-found'), owner: 200 },
        keys: uploadedKeys.replace(/}$/, ' waits}'),
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}`,
        body: edited,
        answers: verifiedOnly('not-found'),
      },
    ],
  },
  'POST /api/campaigns/:id/answer': {
    rule: 'editCampaign',
    cases: owners('answer', {
      body: { answer: 'It is mine.' },
      answers: { ...verifiedOnly('not-found'), owner: 'campaign-status-changed' },
    }),
  },
  'POST /api/campaigns/:id/end': {
    rule: 'endCampaign',
    cases: [
      {
        on: "the owner's approved one",
        path: ofOwners('end'),
        answers: { ...verifiedOnly('not-found'), owner: 204 },
      },
      {
        on: "another owner's pending one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.otherOwners.id}/end`,
        answers: { ...verifiedOnly('not-found'), otherOwner: 'campaign-status-changed' },
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/end`,
        answers: verifiedOnly('not-found'),
      },
    ],
  },
  'POST /api/campaigns/:id/cancel': {
    rule: 'cancelCampaign',
    cases: [
      {
        on: "the owner's approved one",
        path: ofOwners('cancel'),
        body: words,
        answers: { admin: 204, others: 'not-found' },
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/cancel`,
        body: words,
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /api/campaigns/:id/history': {
    rule: 'readHistory',
    cases: [
      {
        on: "the owner's approved one",
        path: ofOwners('history'),
        answers: { ...verifiedOnly('not-found'), ...staff, owner: 200 },
        keys: '{change transitions[{actor at event name reason}]}',
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/history`,
        answers: verifiedOnly('not-found'),
      },
    ],
  },
  'GET /api/campaigns/:id/consents': {
    rule: 'readConsents',
    cases: [
      {
        on: "the owner's approved one",
        path: ofOwners('consents'),
        answers: { ...verifiedOnly('not-found'), ...staff, owner: 200 },
        keys: '{consents[]}',
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/consents`,
        answers: verifiedOnly('not-found'),
      },
    ],
  },
  'DELETE /api/campaigns/:id/consents/:kind': {
    rule: 'withdrawConsent',
    cases: [
      {
        on: "the owner's approved one",
        path: ofOwners('consents/health'),
        answers: { ...verifiedOnly('not-found'), admin: 204, owner: 204 },
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/consents/health`,
        answers: verifiedOnly('not-found'),
      },
    ],
  },
  'GET /api/campaigns/:id/edits': {
    rule: 'readCampaign',
    cases: [
      {
        on: "the owner's approved one",
        path: ofOwners('edits'),
        answers: everyone(200),
        keys: '{edits[]}',
      },
      {
        on: "the owner's pending one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.id}/edits`,
        answers: { ...reviewersOnly(200), owner: 200 },
        keys: '{edits[]}',
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/edits`,
        answers: everyone('not-found'),
      },
    ],
  },
}
