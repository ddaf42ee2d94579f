import { everyone, reviewersOnly, reviewing, type Matrix } from './matrix-cells.ts'
import { disputeId } from './matrix-payment.ts'

const missing = '5000000002'
const message = 'The donor has a receipt.'

const ofDispute = (after: string) => `/api/disputes/${disputeId}${after}`

/** Disputes of donors' banks. */
export const disputeRows: Matrix = {
  'GET /api/disputes': {
    rule: 'listDisputes',
    cases: [
      {
        on: 'the list',
        path: '/api/disputes',
        answers: reviewersOnly(200),
        keys: '{disputes[{amount campaign campaignId category conflicts[] dueAt id resolution resolvedAt state}] kinds[{count kind}] next total}',
      },
    ],
  },
  'GET /api/disputes/:id': {
    rule: 'readDispute',
    cases: [
      {
        on: "one of the owner's campaign",
        path: ofDispute(''),
        answers: reviewing(200),
        keys: '{acceptable amount answers[] campaign campaignId canAnswer category dueAt evidence{campaign{organiser raiseMoneyFor slug title} channel correspondence[] donated donor{email name} paidAt receipt reference} id resolution resolvedAt state}',
      },
      { on: 'a missing one', path: `/api/disputes/${missing}`, answers: everyone('not-found') },
    ],
  },
  'GET /api/disputes/:id/evidence.pdf': {
    rule: 'downloadDisputeEvidence',
    cases: [
      {
        on: "one of the owner's campaign",
        path: ofDispute('/evidence.pdf'),
        answers: reviewing(200),
        keys: 'application/pdf',
      },
      {
        on: 'a missing one',
        path: `/api/disputes/${missing}/evidence.pdf`,
        answers: everyone('not-found'),
      },
    ],
  },
  'POST /api/disputes/:id/accept': {
    rule: 'answerDispute',
    cases: [
      {
        on: "one of the owner's campaign, with more than the donation",
        path: ofDispute('/accept'),
        body: { message, amount: '9,000' },
        answers: reviewing('invalid-input'),
      },
      {
        on: 'a missing one',
        path: `/api/disputes/${missing}/accept`,
        body: { message, amount: '50' },
        answers: everyone('not-found'),
      },
    ],
  },
  'POST /api/disputes/:id/decline': {
    rule: 'answerDispute',
    cases: [
      {
        on: "one of the owner's campaign, without words",
        path: ofDispute('/decline'),
        body: { message: '' },
        answers: reviewing('invalid-input'),
      },
      {
        on: 'a missing one',
        path: `/api/disputes/${missing}/decline`,
        body: { message },
        answers: everyone('not-found'),
      },
    ],
  },
}
