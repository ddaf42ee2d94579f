import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import type { WebhookEvent, QuarantinedPayment } from '#shared/admin.ts'
import { kobo } from '#shared/money.ts'
import { adaAccount } from '#test/support/web/accounts.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes, toasts } from '#test/support/web/render.tsx'

import * as admin from './admin.tsx'

const page = { total: 1, kinds: [{ kind: 'one', count: 1 }], next: null }
const path = '/dashboard/admin'
const at = '2026-05-01T10:00:00.000Z'
const session = { 'GET /api/session': { account: { ...adaAccount, roles: ['admin'] } } }
const user = userEvent.setup()
/** Presses a button that asks for a reason, and gives it. The dialog's button has the name of the act. */
async function giveReason(name: string, act: string, reason: string) {
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), reason)
  await user.click(dialog.getByRole('button', { name: act }))
  return dialog
}
const open = (tab = 'webhooks') => renderRoutes(`${path}?tab=${tab}`, [{ path, ...admin }])

const event: WebhookEvent = {
  id: 'event-1',
  event: 'charge.success',
  reference: 'AJO-1',
  disputeId: null,
  state: 'failed',
  attempts: 3,
  error: 'out of reach',
  receivedAt: at,
  facts: { status: 'success', amount: 500_000 },
  canReplay: true,
  effect: { campaign: 'A well', amount: kobo(5_000_00), entries: 0, raised: kobo(0) },
}
const quarantined: QuarantinedPayment = {
  id: 'payment-1',
  state: 'open',
  reason: 'amount',
  reference: 'AJO-2',
  at,
  campaign: 'A well',
  expected: { amount: kobo(5_000_00), currency: 'NGN', mode: 'live', subAccountCode: 'ACCT_1' },
  seen: { amount: kobo(4_000_00), currency: 'NGN', mode: 'live', subAccountCode: null },
  canCredit: true,
  canRefund: true,
}

describe('the admin pages', () => {
  it('lists webhooks with their effect, and replays one', async () => {
    const done = {
      ...event,
      id: 'event-2',
      state: 'done',
      error: null,
      effect: { ...event.effect, entries: 2, raised: kobo(4_000_00) },
    }
    const alone = { ...event, id: 'event-3', state: 'ignored', canReplay: false, effect: null }
    const api = fakeApi({
      ...session,
      'GET /api/admin/webhooks': { webhooks: [event, done, alone], next: null },
      'POST /api/admin/webhooks/event-1/replay': nothing,
    })
    open()
    expect(await screen.findByText('₦5,000.00, not booked')).toBeVisible()
    expect(screen.getByText('₦4,000.00 booked in 2 ledger entries')).toBeVisible()
    expect(screen.getByText('No matching donation')).toBeVisible()
    const buttons = screen.getAllByRole('button', { name: /^Replay charge\.success from/ })
    expect(buttons).toHaveLength(2)
    await expectAccessible()
    await user.click(buttons[0] as HTMLElement)
    expect(await toasts().findByText('Event queued for replay.')).toBeInTheDocument()
    expect(api.sent('POST /api/admin/webhooks/event-1/replay')).toHaveLength(1)
  })

  it('names entries and campaigns without ids and words of the code', async () => {
    const campaignId = '3954c12e-34c1-43d6-a74d-915898fe6a5d'
    const entry = { postedOn: '2026-05-01', movedOn: '2026-05-01', memo: null, amount: kobo(100) }
    const account = 'providerBalance'
    const [document, paidOut] = ['recovery:live:9f0e2f9f-1111', 'platform_payout:live:179395']
    fakeApi({
      ...session,
      'GET /api/admin/books': {
        period: { from: '2026-05-01', to: '2026-05-31' },
        lockedUntil: null,
        accounts: [],
        postings: [
          { ...entry, kind: 'recovery', document, campaignId, account },
          { ...entry, kind: 'platform_payout', document: paidOut, campaignId: 'platform', account },
        ],
        next: null,
      },
    })
    open('books')
    const journal = await screen.findByRole('table', { name: 'Journal' })
    expect(journal).toHaveTextContent('Owed to Ajo, paid from the donation')
    expect(journal).toHaveTextContent('Paid out to Ajo 179395')
    expect(journal).not.toHaveTextContent(/_|[\da-f]{8}-|platform/)
    const [link] = within(journal).getAllByRole('link', { name: 'Campaign' })
    expect(link).toHaveAttribute('href', `${path}/campaigns/${campaignId}`)
  })

  it('says what was read of whose data, and calls pages without a name another page', async () => {
    const read = {
      staff: 'chidi@example.org',
      role: 'reviewer',
      concerns: 'donors',
      subjects: 1,
      at,
    }
    const entries = ['GET /api/campaigns/:id/donations.csv', 'GET /api/gone'].map((action) => ({
      ...read,
      id: action,
      action,
      campaignIds: [],
    }))
    fakeApi({ ...session, 'GET /api/admin/access-log': { entries, next: null } })
    open('access-log')
    expect(await screen.findByRole('cell', { name: 'Donations' })).toBeVisible()
    expect(screen.getByRole('cell', { name: 'Another page' })).toBeVisible()
    expect(screen.getByRole('table')).not.toHaveTextContent('/api')
  })

  it('shows what does not match, and refunds a payment on hold with a reason', async () => {
    let isDecided = false
    const api = fakeApi({
      ...session,
      'GET /api/admin/quarantine': () => ({
        ...page,
        ...(isDecided && { kinds: [] }),
        quarantine: isDecided ? [] : [quarantined],
        others: [],
      }),
      'POST /api/admin/quarantine/payment-1/refund': () => {
        isDecided = true
        return nothing
      },
    })
    open('quarantine')
    expect(await screen.findByText('₦4,000.00')).toBeVisible()
    expect(screen.getByText('Other amount')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Refund: AJO-2' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }))
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    expect(await dialog.findByText('Required')).toBeVisible()
    await user.type(dialog.getByLabelText('Reason'), 'Too little was paid')
    await expectAccessible()
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    expect(await screen.findByText('No payments on hold')).toBeVisible()
    expect(api.sent('POST /api/admin/quarantine/payment-1/refund')).toEqual([
      { reason: 'Too little was paid' },
    ])
  })

  it("keeps the reason when the provider's data still do not match", async () => {
    fakeApi({
      ...session,
      'GET /api/admin/quarantine': { ...page, quarantine: [quarantined], others: [] },
      'POST /api/admin/quarantine/payment-1/credit': refusal(409, 'quarantined-payment-mismatch'),
    })
    open('quarantine')
    const act = 'Credit what arrived'
    const dialog = await giveReason(`${act}: AJO-2`, act, 'The account is corrected')
    expect(await toasts().findByText(/^The payment still doesn’t match/)).toBeInTheDocument()
    expect(dialog.getByLabelText('Reason')).toHaveValue('The account is corrected')
  })

  it('lists differences to the provider, and acknowledges one with a reason', async () => {
    const open1 = {
      id: 'd1',
      kind: 'fee-differs',
      scope: '2026-05-01',
      key: 'AJO-1',
      ours: '7500',
      theirs: '8000',
      state: 'open',
      firstSeenAt: at,
      lastSeenAt: at,
      reason: null,
    }
    const sides = { ours: '150 to 200 for 3 payments', theirs: '250' }
    const known = {
      ...open1,
      ...sides,
      kind: 'fee-off-rule',
      scope: 'fees 2026-05-01',
      key: 'card',
    }
    const noted = { ...known, id: 'd2', state: 'acknowledged', reason: 'A top-up' }
    const item = { kind: 'payment', key: 'AJO-3', attempts: 7, reason: 'no response', since: at }
    const failing = [{ ...item, nextAttemptAt: at }]
    const api = fakeApi({
      ...session,
      'GET /api/admin/differences': { ...page, differences: [open1, noted], failing },
      'POST /api/admin/differences/d1/acknowledge': nothing,
    })
    open('differences')
    expect(await screen.findByText('A top-up')).toBeVisible()
    expect(screen.getByText('Payment AJO-3')).toBeVisible()
    expect(screen.getByText('₦75.00')).toBeVisible()
    await expectAccessible()
    const reason = 'The provider corrected it'
    await giveReason('Acknowledge: Fee differs, Payment AJO-1', 'Acknowledge', reason)
    expect(await toasts().findByText('Difference acknowledged.')).toBeInTheDocument()
    expect(api.sent('POST /api/admin/differences/d1/acknowledge')).toEqual([{ reason }])
  })

  it('shows the exposure and holds, and writes off a claim with a reason', async () => {
    const campaign = {
      campaignId: 'c1',
      title: 'A well',
      receivable: 200_000,
      undeducted: 0,
      open: 0,
      available: 0,
      exposure: 200_000,
    }
    const hold = {
      campaign: 'A school',
      subAccount: 'ACCT_1',
      state: 'in-force',
      reason: null,
      seen: 'active, manual',
      inForceSince: at,
      checkedAt: at,
    }
    const failed = { ...hold, campaign: 'A clinic', state: 'failed', reason: 'no response' }
    const api = fakeApi({
      ...session,
      'GET /api/admin/exposure': {
        total: 200_000,
        caps: { perCampaign: 100_000, perOwner: 200_000, inTotal: 300_000 },
        campaigns: [campaign],
        holds: [hold, { ...failed, inForceSince: null, seen: null, checkedAt: null }],
        waiting: [
          {
            id: '1',
            action: 'release',
            campaign: 'A road',
            amount: 70_000_000,
            reason: 'All is well',
            at,
          },
        ],
      },
      'POST /api/admin/receivables/c1/write-off': nothing,
    })
    open('exposure')
    expect(await screen.findByText('Exposure: ₦2,000.00')).toBeVisible()
    expect(screen.getByText(/on hold since/)).toBeVisible()
    expect(screen.getByText(/not on hold/)).toBeVisible()
    await expectAccessible()
    const reason = 'The organiser is bankrupt'
    await giveReason('Write off ₦2,000.00 of A well', 'Write off', reason)
    expect(await toasts().findByText('Amount written off.')).toBeInTheDocument()
    expect(api.sent('POST /api/admin/receivables/c1/write-off')).toMatchObject([
      { reason, amount: '2,000.00' },
    ])
  })

  it('lists ledger checks with their mismatches, and starts one', async () => {
    const finding = {
      name: 'no fee exceeds the payment',
      key: 'c1 d1',
      ours: '200',
      theirs: '100',
      campaignId: 'c1',
      donationId: null,
    }
    const proof = { id: 'p1', kind: 'ledger', at, checks: 30, tookMs: 1_200, findings: [finding] }
    const holds = { ...proof, id: 'p2', kind: 'provider', findings: [] }
    const api = fakeApi({
      ...session,
      'GET /api/admin/ledger-checks': { ledgerChecks: [proof, holds] },
      'POST /api/admin/ledger-checks': nothing,
    })
    open('ledger-checks')
    expect(await screen.findByText('1 mismatch')).toBeVisible()
    expect(screen.getByText('All checks passed')).toBeVisible()
    expect(screen.getByText('A fee is larger than its payment')).toBeVisible()
    for (const sum of ['₦2.00', '₦1.00']) expect(screen.getByText(sum)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Campaign' })).toHaveAttribute(
      'href',
      '/dashboard/admin/campaigns/c1',
    )
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Run checks now' }))
    await waitFor(() => expect(api.sent('POST /api/admin/ledger-checks')).toHaveLength(1))
  })

  it('says in words what acts of the audit log are about', async () => {
    const entries = [
      ['acknowledge-difference', 'difference', 'fee-differs AJO-7'],
      ['retry-job', 'job', 'send-refunds 12'],
      ['end-sessions', 'person', 'a1b2'],
      ['an-old-act', 'other', 'a1b2'],
    ].map(([action, about, subject], id) => ({
      action,
      about,
      subject,
      at,
      id: String(id),
      by: 'dada@example.com',
      reason: '',
    }))
    fakeApi({ ...session, 'GET /api/admin/audit-log': { ...page, entries } })
    open('audit-log')
    expect(await screen.findByText('Difference: Fee differs Payment AJO-7')).toBeVisible()
    expect(screen.getByText('Job: Send refunds')).toBeVisible()
    expect(screen.getByText('Account')).toBeVisible()
    expect(screen.getByText('Other action')).toBeVisible()
    expect(screen.queryByText(/a1b2|fee-differs|send-refunds/)).toBeNull()
  })

  it('lists refunds and cancelled campaigns', async () => {
    fakeApi({
      ...session,
      'GET /api/admin/refunds': {
        ...page,
        refunds: [
          {
            id: 'r1',
            campaign: 'A roof',
            amount: 500_000,
            state: 'given-up',
            problem: 'too-small',
            attempts: 2,
            requestedBy: 'donor',
            reason: 'I erred',
            at,
            nextAt: null,
            canRetry: true,
            canAgree: false,
            canStop: false,
          },
        ],
      },
      'GET /api/admin/cancellations': {
        cancellations: [
          {
            id: 'c1',
            title: 'A bridge',
            reason: 'It fell',
            at,
            donations: 4,
            refunded: 1,
            inProgress: 2,
            waiting: 1,
            failed: 0,
            needsAttention: 0,
            givenUp: 0,
            nextAt: null,
          },
        ],
      },
    })
    open('refunds')
    expect(await screen.findByText('I erred')).toBeVisible()
    expect(screen.getByRole('link', { name: 'A bridge' })).toHaveAttribute(
      'href',
      '/dashboard/campaign/c1/money',
    )
    await expectAccessible()
  })

  it('retries a failed email', async () => {
    const mail = {
      id: 'm1',
      recipient: 'n•••@example.com',
      subject: 'Reset your password',
      state: 'failed',
      error: 'SMTP 550',
      at,
      canRetry: true,
      canAgree: false,
      canStop: false,
    }
    const api = fakeApi({
      ...session,
      'GET /api/admin/emails': {
        waiting: 0,
        sent: 1_200,
        failed: 1,
        ...page,
        undelivered: [mail],
        pause: null,
        suppressed: [],
      },
      'POST /api/admin/emails/m1/retry': nothing,
    })
    open('emails')
    expect(await screen.findByText('0 queued · 1,200 sent in 24 h · 1 failed')).toBeVisible()
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: /^Try again: Reset your password/ }))
    await waitFor(() => expect(api.sent('POST /api/admin/emails/m1/retry')).toHaveLength(1))
  })

  it('says why all emails wait, and removes an address from the list of those that do not exist', async () => {
    const api = fakeApi({
      ...session,
      'GET /api/admin/emails': {
        waiting: 61,
        sent: 0,
        failed: 0,
        ...page,
        undelivered: [],
        pause: { words: 'sender: 553 Sender address rejected', since: at },
        suppressed: [{ id: 's1', address: 'n…@example.com', words: '550 5.1.1 User unknown', at }],
      },
      'POST /api/admin/suppressions/s1/remove': nothing,
    })
    open('emails')
    expect(await screen.findByText(/^All emails have been waiting since/)).toBeVisible()
    expect(screen.getByText(/553 Sender address rejected/)).toBeVisible()
    await expectAccessible()
    const name = 'Remove n…@example.com from the list'
    await giveReason(name, name, 'The mailbox is back')
    expect(await toasts().findByText('Address removed from the list.')).toBeInTheDocument()
    expect(api.sent('POST /api/admin/suppressions/s1/remove')).toMatchObject([
      { reason: 'The mailbox is back' },
    ])
  })

  it('retries all failed jobs of all pages, and says before how many', async () => {
    const toJob = (number: number) => ({
      id: `job-${number}`,
      task: 'send-refunds',
      attempts: 25,
      error: 'out of reach',
      at,
      nextAttemptAt: null,
    })
    const jobs = [1, 2, 3].map(toJob)
    const kinds = [{ kind: 'send-refunds', count: 3 }]
    const reason = 'The provider is back'
    const api = fakeApi({
      ...session,
      'GET /api/admin/jobs': { jobs: jobs.slice(0, 2), kinds, total: 3, next: 'second' },
      'GET /api/admin/jobs?after=second': { jobs: jobs.slice(2), kinds, total: 3, next: null },
      'POST /api/admin/jobs/retry': { changed: 3 },
    })
    open('jobs')
    expect(await screen.findByText('3 items')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Choose all 3' }))
    expect(screen.getByText('3 chosen')).toBeVisible()
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Retry the chosen jobs' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Retry the chosen jobs' }))
    expect(dialog.getByText('This changes 3 items: Send refunds (3).')).toBeVisible()
    await user.type(dialog.getByLabelText('Reason'), reason)
    await user.click(dialog.getByRole('button', { name: 'Retry the chosen jobs' }))
    expect(await toasts().findByText('3 of 3 changed.')).toBeInTheDocument()
    expect(api.sent('POST /api/admin/jobs/retry')).toEqual([
      { ids: ['job-1', 'job-2', 'job-3'], reason },
    ])
  })
})
