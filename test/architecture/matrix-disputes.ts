import { everyone, reviewersOnly, reviewing, type Matrix } from './matrix-cells.ts'
import { disputeId } from './matrix-payment.ts'

const missing = '5000000002'
const message = 'The donor has a receipt.'

/** Disputes of donors' banks. */
export const disputeRows: Matrix = {
  'GET /api/disputes': [
    {
      on: 'the list',
      answers: reviewersOnly(200),
      keys: '{disputes[{amount campaign campaignId category conflicts[] dueAt id resolution resolvedAt state}] kinds[{count kind}] next total}',
    },
  ],
  'GET /api/disputes/:id': [
    {
      on: "one of the owner's campaign",
      id: disputeId,
      answers: reviewing(200),
      keys: '{acceptable amount answers[] campaign campaignId canAnswer category dueAt evidence{campaign{organiser raiseMoneyFor slug title} channel correspondence[] donated donor{email name} paidAt receipt reference} id resolution resolvedAt state}',
    },
    { id: missing, answers: everyone('not-found') },
  ],
  'GET /api/disputes/:id/evidence.pdf': [
    {
      on: "one of the owner's campaign",
      id: disputeId,
      answers: reviewing(200),
      keys: 'application/pdf',
    },
    { id: missing, answers: everyone('not-found') },
  ],
  'POST /api/disputes/:id/accept': [
    {
      on: "one of the owner's campaign, with more than the donation",
      id: disputeId,
      body: { message, amount: '9,000' },
      answers: reviewing('invalid-input'),
    },
    { id: missing, body: { message, amount: '50' }, answers: everyone('not-found') },
  ],
  'POST /api/disputes/:id/decline': [
    {
      on: "one of the owner's campaign, without words",
      id: disputeId,
      body: { message: '' },
      answers: reviewing('invalid-input'),
    },
    { id: missing, body: { message }, answers: everyone('not-found') },
  ],
}
