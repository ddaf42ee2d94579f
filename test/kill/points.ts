import type { Moment } from './statement-proxy.ts'

/** A moment of a donor's business at which everything may end. */
export type Point = Moment & { name: string; does: 'give' | 'take back' }

const before = (name: string, statement: RegExp): Point => ({
  name: `before ${name}`,
  statement,
  when: 'before',
  does: 'give',
})
const after = (name: string, statement: RegExp): Point => ({
  ...before(name, statement),
  name: `after ${name}`,
  when: 'after',
})

const giving: Point[] = [
  before('the donation is written down', /insert into donation_start/),
  before('the donation lasts', /^commit[^]*insert into donation_start/),
  after('the checkout page is written down, the donor not yet told', /set state = 'initialized'/),
  before('the webhook is kept', /insert into webhook_inbox/),
  after('the webhook is kept, the provider not yet answered', /insert into webhook_inbox/),
  after('the webhook is claimed by its job', /update webhook_inbox set state = 'processing'/),
  before('the entry is made', /insert into ledger_entry/),
  before('the totals follow the entry', /insert into campaign_total/),
  before('the entry is bound to the chain', /insert into ledger_link/),
  before('the credit lasts', /^commit[^]*insert into ledger_link/),
  after('the credit lasts, nobody told', /^commit[^]*insert into ledger_link/),
  before('the webhook is struck off', /update webhook_inbox set state = \$1/),
]

/** Here a dead server leaves a claim on the form behind, which lasts half a minute. */
const claimed: Point[] = [
  after('the donation lasts, the provider not yet asked', /^commit[^]*insert into donation_start/),
  before('the checkout page is written down', /set state = 'initialized'/),
]

const takingBack: Point[] = [
  before('the wish for a refund is written down', /insert into refund_request/),
  after('the wish lasts, the provider not yet asked', /^commit[^]*insert into refund_request/),
  before('the answer to it is written down', /update refund_request set state = 'queued'/),
  after('the answer lasts, nobody told', /^commit[^]*update refund_request set state = 'queued'/),
  before('what the provider says of a refund is kept', /^[^]*insert into provider_refund/),
  before('the counter-entry lasts', /^commit[^]*for update[^]*insert into ledger_entry/),
].map((point) => ({ ...point, does: 'take back' }))

export const points = { giving, claimed, takingBack }
