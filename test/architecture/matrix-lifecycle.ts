import {
  missing,
  everyone,
  reviewersOnly,
  verifiedOnly,
  type Case,
  type Matrix,
  members,
  only,
} from './matrix-cells.ts'
import { uploadedKeys } from './matrix-campaigns.ts'
import { toForm, type World } from './matrix-world.ts'

const words = { reason: 'Please say whose picture this is.' }

const { others: _, ...staff } = reviewersOnly(200)

/** The same form again, without a new account number. */
const edited = (world: World) => ({ ...toForm(world), accountNumber: '', city: 'Ondo' })

/** What is only its owner's to do, or to see. */
const owners = ({ answers, ...sent }: Omit<Case, 'on'>): Case[] => [
  { ...sent, on: "the owner's approved one", campaign: 'owners', answers },
  { ...sent, campaign: 'otherOwners', answers: only({ otherOwner: answers.owner ?? 204 }) },
  { ...sent, on: 'a missing one', id: missing, answers: verifiedOnly('not-found') },
]

const editorFormKeys =
  '{accountNumberLast4 hasTwoFactor isOwner kept[] savedAt status title values{budget[] category cause city country ' +
  'description endDate goalAmount images[{alt height id width}] impact importance raiseMoneyFor startDate title}}'
const formKeys =
  '{accountNumberLast4 hasTwoFactor isOwner kept[] savedAt status title values{aboutChild aboutHealth accountName accountNumber bank budget[] cacNumber category cause childConsent city country ' +
  'description email endDate goalAmount guardian healthConsent healthConsentBy images[{alt height id width}] impact importance name payeeEmail payeeKind payeeName phone raiseMoneyFor scumlNumber showContact startDate title}}'

/** What becomes of campaigns that are there. */
export const lifecycleRows: Matrix = {
  'GET /api/campaigns/:id/form': owners({
    answers: only({ owner: 200, editor: 200 }),
    keys: { editor: editorFormKeys, others: formKeys },
  }),
  'PUT /api/campaigns/:id': [
    {
      campaign: 'ownersPending',
      body: edited,
      answers: only({ owner: 200, editor: 200 }),
      keys: uploadedKeys.replace(/^{/, '{asks ').replace(/}$/, ' waits}'),
    },
    { id: missing, body: edited, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/answer': owners({
    body: { answer: 'It is mine.' },
    answers: only({ owner: 'campaign-status-changed', editor: 'campaign-status-changed' }),
  }),
  'POST /api/campaigns/:id/end': [
    { campaign: 'owners', answers: only({ owner: 202 }), keys: '{waits}' },
    { campaign: 'otherOwners', answers: only({ otherOwner: 'campaign-status-changed' }) },
    { id: missing, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/cancel': [
    { campaign: 'owners', body: words, answers: { admin: 204, others: 'not-found' } },
    { id: missing, body: words, answers: everyone('not-found') },
  ],
  'GET /api/campaigns/:id/history': [
    {
      campaign: 'owners',
      answers: only({ ...staff, owner: 200 }),
      keys: '{change transitions[{actor at event name reason}]}',
    },
    { id: missing, answers: verifiedOnly('not-found') },
  ],
  'GET /api/campaigns/:id/consents': [
    { campaign: 'owners', answers: only({ ...staff, owner: 200 }), keys: '{consents[]}' },
    { id: missing, answers: verifiedOnly('not-found') },
  ],
  'DELETE /api/campaigns/:id/consents/:kind': [
    {
      on: "the owner's approved one",
      path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/consents/health`,
      answers: only({ admin: 204, owner: 204 }),
    },
    {
      on: 'a missing one',
      path: `/api/campaigns/${missing}/consents/health`,
      answers: verifiedOnly('not-found'),
    },
  ],
  'GET /api/campaigns/:id/edits': [
    { campaign: 'owners', answers: everyone(200), keys: '{edits[]}' },
    {
      campaign: 'ownersPending',
      answers: { ...reviewersOnly(200), ...members(200) },
      keys: '{edits[]}',
    },
    { id: missing, answers: everyone('not-found') },
  ],
}
