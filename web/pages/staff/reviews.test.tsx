import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { errorSentences } from '#shared/error-sentences.ts'
import { adaAccount } from '#test/support/web/accounts.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes, toasts } from '#test/support/web/render.tsx'
import { wellContent, wellEdit } from '#test/support/web/versions.ts'

import * as reviews from './reviews.tsx'

const path = '/dashboard/reviews'
const session = {
  'GET /api/session': { account: { ...adaAccount, roles: ['reviewer'] } },
  'GET /api/reviews/edits': { total: 0, threshold: 100, edits: [] },
  'GET /api/payout-stops': { campaigns: [] },
}
const queue = 'GET /api/reviews?limit=1'
const at = '2026-10-01T11:05:00.000Z'
const item = {
  campaign: {
    ...wellDetail,
    status: 'pending',
    contact: { name: 'Bola Ade', email: 'bola@example.com', phone: '+2348012345678' },
  },
  kind: 'campaign',
  isContactPublic: true,
  version: 3,
  submittedAt: at,
  accountNumberLast4: '6789',
  bankCode: '058',
  bankName: 'Guaranty Trust Bank',
  documents: [],
  needsSecondApproval: false,
  consents: [],
  endorsedBy: null,
  isEndorsedByReader: false,
  payee: null,
  scheduled: null,
  unapplied: null,
  transitions: [
    { event: 'ask', actor: 'reviewer', name: 'Halima Sani', reason: 'Whose well is it?', at },
    { event: 'answer', actor: 'owner', name: 'Ada Okafor', reason: 'Ours.', at },
  ],
  changes: [],
  difference: null,
  conflicts: [],
  checks: {
    emailVerified: true,
    twoFactor: false,
    accountAgeDays: 2,
    bankAccountName: 'OKAFOR ADA',
    bankAccountMatch: 'same',
    impersonation: [],
    similarNames: [],
    accountOwners: 0,
    rejections: [],
    similarImages: [],
    similarTexts: [],
  },
}
/** Everything that the comparisons warn of. */
const warnings = {
  similarNames: [{ campaignId: 'other-1', kind: 'organiser', name: 'ada okafo' }],
  accountOwners: 2,
  rejections: [
    {
      campaignId: 'old-1',
      title: 'A cure',
      ground: 'forbidden',
      // Half past midnight in Lagos.
      at: '2026-09-30T23:30:00.000Z',
      because: 'owner',
    },
  ],
  similarImages: [{ id: 'other-1', slug: 'other', title: 'A roof', isSameOwner: false }],
  similarTexts: [{ id: 'own-1', slug: 'own', title: 'A pump', isSameOwner: true, percent: 64 }],
}
type Item = Pick<typeof item, 'campaign'> & Record<string, unknown>
/** One item is shown at once, several as rows. */
const toQueue = (items: Item[]) => ({
  items,
  rows: items.map(({ campaign: { id, title, goal } }) => ({
    id,
    kind: 'campaign',
    title,
    owner: 'Ada Okafor',
    goal,
    submittedAt: at,
  })),
  total: items.length,
  kinds: items.length === 0 ? [] : [{ kind: 'campaign', count: items.length }],
  next: null,
})
const user = userEvent.setup()
const open = () => renderRoutes(path, [{ path, ...reviews }])
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const approve = async () => {
  open()
  await screen.findByRole('heading', { level: 2, name: wellDetail.title })
  await press('Approve')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Approve this campaign' }))
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
}

/** An API whose review queue holds one campaign. A question takes effect at once, other decisions when `passDelay` is called. */
function decidable(decision: 'approve' | 'ask' | 'reject', change: object = {}) {
  const store = toQueue([{ ...item, ...change }])
  const set = (items: Item[]) => Object.assign(store, toQueue(items))
  const api = fakeApi({
    ...session,
    [queue]: () => store,
    [`POST /api/reviews/well-1/${decision}`]: () => {
      const scheduled = { event: decision, isOwn: true, secondsLeft: 1 }
      set(decision === 'ask' ? [] : [{ ...item, ...change, scheduled }])
      return nothing
    },
    'POST /api/reviews/well-1/undo': () => {
      set([{ ...item, ...change }])
      return nothing
    },
  })
  return { ...api, passDelay: (items: Item[] = []) => set(items) }
}

describe('the review queue', () => {
  it('says why another reviewer has to decide, in place of the decision', async () => {
    fakeApi({
      ...session,
      [queue]: toQueue([{ ...item, conflicts: ['donated'] }]),
    })
    open()
    expect(
      await screen.findByText('Another reviewer has to handle this: you donated to this campaign.'),
    ).toBeVisible()
    for (const name of ['Approve', 'Ask the organiser', 'Reject'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('lists several as rows, and leads from one to the next', async () => {
    const items = [1, 2].map((number) => ({
      ...item,
      campaign: { ...item.campaign, id: `well-${number}`, title: `Well ${number}` },
    }))
    const page = { ...toQueue(items), total: 51, next: 'after-2' }
    fakeApi({
      ...session,
      [queue]: page,
      'GET /api/reviews?item=well-1': page,
      'GET /api/reviews?item=well-2': page,
    })
    open()
    expect(await screen.findByText('51 items')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Next page' })).toBeVisible()
    await expectAccessible()
    await user.click(screen.getByRole('link', { name: 'Well 1' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Well 1' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Next' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Well 2' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Previous' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Back to the list' }))
    expect(await screen.findByText('51 items')).toBeVisible()
  })

  it('shows a preview of the campaign, its owner and the bank account', async () => {
    fakeApi({ ...session, [queue]: toQueue([item]) })
    open()
    expect(await screen.findByRole('heading', { level: 2, name: wellDetail.title })).toBeVisible()
    expect(screen.getByText('Submitted 1 October 2026 at 12:05')).toBeVisible()
    expect(screen.getByText('•••• 6789 at Guaranty Trust Bank')).toBeVisible()
    expect(screen.getAllByText('bola@example.com')[0]).toBeVisible()
    expect(screen.getByText(wellDetail.impact)).toBeVisible()
    await user.click(screen.getByText('History'))
    expect(screen.getByText('Whose well is it?')).toBeVisible()
    expect(screen.getByText('1 October 2026 at 12:05, by Ada Okafor')).toBeVisible()
    await expectAccessible()
  })

  it.each([
    [true, 2],
    [false, 1],
  ])('previews the contact as visitors see it (public: %s)', async (isContactPublic, times) => {
    fakeApi({ ...session, [queue]: toQueue([{ ...item, isContactPublic }]) })
    open()
    await screen.findByText('Preview as visitor')
    expect(screen.getAllByText('bola@example.com')).toHaveLength(times)
    expect(screen.queryAllByText(/^Log in to see contact details/)).toHaveLength(2 - times)
  })

  it('shows the code of a bank without a name', async () => {
    fakeApi({ ...session, [queue]: toQueue([{ ...item, bankName: null }]) })
    open()
    expect(await screen.findByText('•••• 6789 at bank 058')).toBeVisible()
  })

  it('lists the automatic checks in words', async () => {
    fakeApi({
      ...session,
      [queue]: toQueue([{ ...item, checks: { ...item.checks, ...warnings } }]),
    })
    open()
    const checks = within(
      (await screen.findByRole('heading', { name: 'Automatic checks' })).parentElement ??
        document.body,
    )
    expect(checks.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'Passed: Email address verified',
      'About the account: Two-step verification off',
      'About the account: Account is 2 days old',
      'Passed: Account name OKAFOR ADA matches the organiser’s name.',
      'Warning: Another account has a similar name: ada okafo',
      'Warning: 2 other organisers use this bank account',
      'Warning: The organiser’s campaign A cure was rejected on 1\u00a0October 2026: It’s for something Ajo doesn’t allow',
      'Warning: A photo also appears in A roof (another organiser)',
      'Warning: 64% of the text also appears in A pump (same organiser)',
    ])
  })

  it('shows the previous values of a change, and that two approvals are needed', async () => {
    const change = {
      ...item,
      kind: 'change',
      needsSecondApproval: true,
      endorsedBy: 'Halima Sani',
      changes: [
        { field: 'goal', before: '₦5,000,000.00' },
        { field: 'bank', before: null },
      ],
      difference: { before: wellContent, after: { ...wellContent, goal: 9_000_000_00 } },
    }
    fakeApi({ ...session, [queue]: toQueue([change]) })
    open()
    expect(await screen.findByText('Change to a public campaign')).toBeVisible()
    expect(screen.getByText('Funding goal, Bank account')).toBeVisible()
    expect(await screen.findByText('₦9,000', { exact: false, selector: 'ins' })).toBeVisible()
    expect(screen.getByText('Approved by Halima Sani. One more approval needed.')).toBeVisible()
  })

  it('lists edits that went live, with their difference', async () => {
    const edits = { total: 1, threshold: 100, edits: [wellEdit] }
    fakeApi({ ...session, [queue]: toQueue([]), 'GET /api/reviews/edits': edits })
    open()
    expect(await screen.findByRole('article', { name: wellEdit.campaign.title })).toBeVisible()
    expect(screen.getByText('old', { exact: false, selector: 'ins' })).toBeVisible()
  })

  it('is empty when no campaign is waiting', async () => {
    fakeApi({ ...session, [queue]: toQueue([]) })
    open()
    expect(await screen.findByText('No campaigns to review')).toBeVisible()
  })

  it('undoes an approval with the keyboard until it takes effect', async () => {
    const api = decidable('approve')
    await approve()
    const undo = await screen.findByRole('button', { name: 'Undo' })
    await waitFor(() => expect(undo).toHaveFocus())
    expect(screen.getByText('Takes effect in 1 second.')).toBeVisible()
    expect(screen.getByText(/^Your decision on A well for Oke-Odo takes effect/)).toHaveRole(
      'status',
    )
    expect(screen.queryByRole('button', { name: 'Reject' })).not.toBeInTheDocument()
    await expectAccessible()

    await user.keyboard('{Enter}')
    const button = await screen.findByRole('button', { name: 'Approve' })
    await waitFor(() => expect(button).toHaveFocus())
    expect(
      await toasts().findByText('The decision on A well for Oke-Odo is undone.'),
    ).toBeInTheDocument()
    expect(toasts().queryByText(/is approved and live/)).not.toBeInTheDocument()
    expect(api.sent('POST /api/reviews/well-1/undo')).toHaveLength(1)
  })

  it('announces the first of two approvals when it takes effect', async () => {
    const api = decidable('approve', { needsSecondApproval: true })
    await approve()
    await screen.findByText('Approved by you.')
    api.passDelay([{ ...item, needsSecondApproval: true, version: 4, endorsedBy: 'Halima Sani' }])
    expect(
      await toasts().findByText(
        'A well for Oke-Odo needs one more approval.',
        {},
        { timeout: 5_000 },
      ),
    ).toBeInTheDocument()
  })

  it('offers no decision while that of another reviewer is under way', async () => {
    const scheduled = { event: 'reject', isOwn: false, secondsLeft: 9 }
    fakeApi({ ...session, [queue]: toQueue([{ ...item, scheduled }]) })
    open()
    expect(
      await screen.findByText('Another reviewer’s decision takes effect in a few seconds.'),
    ).toBeVisible()
    for (const name of ['Approve', 'Reject', 'Ask the organiser', 'Undo'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  })

  it('says why a decision was not applied', async () => {
    const unapplied = { ...item, unapplied: 'campaign-changed' }
    fakeApi({ ...session, [queue]: toQueue([unapplied]) })
    open()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Your decision was not applied. ${errorSentences['campaign-changed']}`,
    )
    expect(screen.getByRole('button', { name: 'Approve' })).toBeVisible()
  })

  it('asks for a document and a written reason where the bank account has another name', async () => {
    const impersonation = [
      { kind: 'account-name', field: 'bankAccount', found: 'DANJUMA BELLO' },
      { kind: 'institution', field: 'title', found: 'hospital' },
    ]
    const documents = [
      {
        id: 'd-1',
        name: 'letter.pdf',
        type: 'application/pdf',
        sizeBytes: 9_000,
        at,
        isPublished: true,
        isReviewed: false,
      },
    ]
    const flagged = { ...item, documents, checks: { ...item.checks, impersonation } }
    const api = decidable('approve', flagged)
    open()
    expect(await screen.findByText('The title names an institution: hospital')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Download letter.pdf' })).toHaveAttribute(
      'href',
      '/api/documents/d-1/file',
    )
    await press('Approve')
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve this campaign' }))
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await dialog.findByText(/Please write why this can be approved/)).toBeVisible()
    await expectAccessible()
    await user.type(
      dialog.getByLabelText('Why can this be approved despite the warnings?'),
      'It is her mother’s account.',
    )
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Approved by you.')).toBeVisible()
    expect(api.sent('POST /api/reviews/well-1/approve')).toEqual([
      { version: 3, reason: 'It is her mother’s account.' },
    ])
  })

  it.each([
    [refusal(409, 'conflict-of-interest'), errorSentences['conflict-of-interest']],
    [
      refusal(409, 'already-reviewed'),
      'Another reviewer has already decided on this campaign. Please reload the page.',
    ],
  ])('shows why a decision was refused', async (answer, message) => {
    fakeApi({
      ...session,
      [queue]: toQueue([item]),
      'POST /api/reviews/well-1/approve': answer,
    })
    await approve()
    expect(await toasts().findByText(message)).toBeInTheDocument()
  })
})
