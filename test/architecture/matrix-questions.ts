import { everyone, verifiedOnly, type Matrix, only } from './matrix-cells.ts'
import { questionId, reportedQuestionId } from './matrix-supporter-rows.ts'

const missing = '00000000-0000-4000-8000-00000000dddd'

type Campaigns = { campaigns: { owners: { id: string }; ownersPending: { id: string } } }
const list = ({ campaigns }: Campaigns) => `/api/campaigns/${campaigns.owners.id}/questions`
const hook = ({ campaigns }: Campaigns) => `/api/campaigns/${campaigns.owners.id}/webhook`
const one = (question: string, what: string) => ({
  path: (world: Campaigns) => `${list(world)}/${question}/${what}`,
})
const form = { name: 'Ngozi', email: 'asker@example.com', question: 'Who digs the well?' }
const answer = { answer: 'My brother.' }
const forOwner = (status: number) => only({ owner: status })
const forWriters = (status: number) => ({ ...forOwner(status), editor: status })

/** Questions of visitors to the organiser, and the webhook for programs of the organiser. */
export const questionRows: Matrix = {
  'POST /api/campaigns/:id/questions': [
    {
      campaign: 'owners',
      body: form,
      answers: { ...everyone(201), unverified: 'verified-email-required' },
      keys: '{isSent}',
    },
    { campaign: 'ownersPending', body: form, answers: everyone('not-found') },
  ],
  'GET /api/campaigns/:id/webhook': [
    { campaign: 'owners', answers: forOwner(200), keys: '{deliveries[] webhook}' },
  ],
  'PUT /api/campaigns/:id/webhook': [
    { campaign: 'owners', body: { url: 'https://example.com/hook' }, answers: forOwner(204) },
  ],
  'DELETE /api/campaigns/:id/webhook': [{ campaign: 'owners', answers: forOwner(204) }],
  'POST /api/campaigns/:id/webhook/deliveries/:delivery/replay': [
    {
      on: 'a missing delivery',
      path: (world) => `${hook(world)}/deliveries/${missing}/replay`,
      body: {},
      answers: verifiedOnly('not-found'),
    },
  ],
  'GET /api/campaigns/:id/questions': [
    {
      campaign: 'owners',
      answers: forWriters(200),
      keys: '{questions[{answer at id name question state}]}',
    },
  ],
  'POST /api/campaigns/:id/questions/:question/answer': [
    {
      on: "the owner's approved one",
      ...one(questionId, 'answer'),
      body: answer,
      answers: forWriters(204),
    },
    {
      on: 'a missing question',
      ...one(missing, 'answer'),
      body: answer,
      answers: verifiedOnly('not-found'),
    },
  ],
  'POST /api/campaigns/:id/questions/:question/report': [
    {
      on: "the owner's approved one",
      ...one(reportedQuestionId, 'report'),
      body: {},
      answers: forWriters(204),
    },
    {
      on: 'a missing question',
      ...one(missing, 'report'),
      body: {},
      answers: verifiedOnly('not-found'),
    },
  ],
}
