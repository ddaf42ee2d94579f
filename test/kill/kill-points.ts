import type { StatementMoment } from './statement-proxy.ts'

/** A statement before or after which a process is killed, during a donation or a refund. */
export type KillPoint = StatementMoment & { name: string; action: 'donate' | 'refund' }

const before = (name: string, statement: RegExp): KillPoint => ({
  name: `before ${name}`,
  statement,
  when: 'before',
  action: 'donate',
})
const after = (name: string, statement: RegExp): KillPoint => ({
  ...before(name, statement),
  name: `after ${name}`,
  when: 'after',
})

const donating: KillPoint[] = [
  before('the donation is inserted', /insert into donation_start/),
  before('the donation is committed', /^commit[^]*insert into donation_start/),
  after('the checkout URL is stored and before the donor receives it', /set state = 'initialized'/),
  before('the webhook is stored', /insert into webhook_inbox/),
  after('the webhook is stored and before it is acknowledged', /insert into webhook_inbox/),
  after('a job claims the webhook', /update webhook_inbox set state = 'processing'/),
  before('the ledger entry is inserted', /insert into ledger_entry/),
  before('the totals are updated', /insert into campaign_total/),
  before('the credit is committed', /^commit[^]*insert into campaign_total/),
  after(
    'the credit is committed and before the job continues',
    /^commit[^]*insert into campaign_total/,
  ),
  before('the webhook is marked as done', /update webhook_inbox set state = locked\.state/),
]

/** Killing the server here leaves a claim on the form that expires after 30 seconds. */
const claimed: KillPoint[] = [
  after(
    'the donation is committed and before the provider is called',
    /^commit[^]*insert into donation_start/,
  ),
  before('the checkout URL is stored', /set state = 'initialized'/),
]

const inserted = /insert into refund \(/
const sending = /update refund set state[^]*sent_at = clock_timestamp\(\)/
const changing = /update refund set state(?![^]*sent_at = clock_timestamp\(\))/
const toCommit = (statement: RegExp) => new RegExp(`^commit[^]*${statement.source}`)

/** Each is reached by every refund. Those of the job and of the provider's lists are in test/kill/refund-kills.test.ts. */
const refunding: KillPoint[] = [
  before('the refund is inserted', inserted),
  before('the refund is committed', toCommit(inserted)),
  after('the refund is committed and before it is sent', toCommit(inserted)),
  before('the rate is taken', /insert into refund_pace/),
  after('the rate is taken', /insert into refund_pace/),
  before('the amount that is left is read', /from \([^]*provider_refund report/),
  before('the call is announced', sending),
  after('the call is announced and before the provider is called', sending),
  before('the provider’s response is stored', changing),
  before('the provider’s refund is stored', /^[^]*insert into provider_refund/),
  before('the donor’s mail is stored', /insert into mail_outbox[^]*/),
  before('the provider’s response is committed', toCommit(changing)),
  after('the provider’s response is committed', toCommit(changing)),
  before('the refund entry is committed', /^commit[^]*for update[^]*insert into ledger_entry/),
].map((point) => ({ ...point, action: 'refund' }))

export const killPoints = { donating, claimed, refunding }
