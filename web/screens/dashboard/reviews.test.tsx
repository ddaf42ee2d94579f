import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { adaAccount } from '#test/web/accounts.ts'
import { expectAccessible } from '#test/web/axe.ts'
import { wellDetail } from '#test/web/campaigns.ts'
import { fakeApi, nothing, refusal } from '#test/web/fake-api.ts'
import { renderRoutes } from '#test/web/render.tsx'

import * as reviews from './reviews.tsx'

const path = '/dashboard/reviews'
const session = {
  'GET /api/session': { account: { ...adaAccount, roles: ['reviewer'] } },
  'GET /api/reports': { campaigns: [] },
}
const queue = 'GET /api/reviews'
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
  submittedAt: '2026-10-01T11:05:00.000Z',
  accountNumberLast4: '6789',
  bankCode: '058',
  bankName: 'Guaranty Trust Bank',
  needsSecondApproval: false,
  endorsedBy: null,
  transitions: [
    { event: 'ask', actor: 'reviewer', name: 'Halima Sani', reason: 'Whose well is it?', at },
    { event: 'answer', actor: 'owner', name: 'Ada Okafor', reason: 'Ours.', at },
  ],
  changes: [],
  checks: {
    emailVerified: true,
    twoFactor: false,
    accountAgeDays: 2,
    bankAccountName: 'OKAFOR ADA',
    bankAccountMatch: 'same',
    similarImages: [{ id: 'other-1', slug: 'other', title: 'A roof', isSameOwner: false }],
    similarTexts: [{ id: 'own-1', slug: 'own', title: 'A pump', isSameOwner: true, percent: 64 }],
  },
}
const user = userEvent.setup()
const open = () => renderRoutes(path, [{ path, ...reviews }])
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const toasts = () => within(screen.getByLabelText('Notifications'))

/** An API whose review queue holds one campaign until a decision is sent. */
function decidable(decision: 'approve' | 'ask' | 'reject') {
  let decided = false
  return fakeApi({
    ...session,
    [queue]: () => ({ items: decided ? [] : [item] }),
    [`POST /api/reviews/well-1/${decision}`]: () => {
      decided = true
      return nothing
    },
  })
}

describe('the review queue', () => {
  it('shows a preview of the campaign, its owner and the bank account', async () => {
    fakeApi({ ...session, [queue]: { items: [item] } })
    open()
    expect(await screen.findByRole('heading', { level: 2, name: wellDetail.title })).toBeVisible()
    expect(screen.getByText('1 campaign waiting for review.')).toBeVisible()
    expect(screen.getByText('Submitted 1 October 2026 at 12:05')).toBeVisible()
    expect(screen.getByText('•••• 6789 at Guaranty Trust Bank')).toBeVisible()
    expect(screen.getAllByText('bola@example.com')[0]).toBeVisible()
    await user.click(screen.getByText('Preview as visitor'))
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
    fakeApi({ ...session, [queue]: { items: [{ ...item, isContactPublic }] } })
    open()
    await user.click(await screen.findByText('Preview as visitor'))
    expect(screen.getAllByText('bola@example.com')).toHaveLength(times)
    expect(screen.queryAllByText(/^Log in to see contact details/)).toHaveLength(2 - times)
  })

  it('shows the code of a bank without a name', async () => {
    fakeApi({ ...session, [queue]: { items: [{ ...item, bankName: null }] } })
    open()
    expect(await screen.findByText('•••• 6789 at bank 058')).toBeVisible()
  })

  it('lists the automatic checks in words', async () => {
    fakeApi({ ...session, [queue]: { items: [item] } })
    open()
    const checks = within(
      (await screen.findByRole('heading', { name: 'Automatic checks' })).parentElement ??
        document.body,
    )
    expect(checks.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'Passed: Email address verified',
      'Needs a look: Two-step verification off',
      'Needs a look: Account is 2 days old',
      'Passed: Account name OKAFOR ADA matches the organiser’s name.',
      'Needs a look: A photo also appears in A roof (another organiser)',
      'Needs a look: 64% of the text also appears in A pump (same organiser)',
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
    }
    fakeApi({ ...session, [queue]: { items: [change] } })
    open()
    expect(await screen.findByText('Change to a public campaign')).toBeVisible()
    expect(screen.getByText('Before: ₦5,000,000.00')).toBeVisible()
    expect(screen.getByText('Approved by Halima Sani. One more approval needed.')).toBeVisible()
  })

  it('asks the owner a question', async () => {
    const api = decidable('ask')
    open()
    await screen.findByRole('heading', { level: 2, name: wellDetail.title })
    await press('Ask the organiser')
    const dialog = within(screen.getByRole('dialog', { name: 'Ask the organiser' }))
    expect(dialog.getByText(wellDetail.title)).toBeVisible()
    await user.type(dialog.getByLabelText('Question'), 'Whose well is it then?')
    await user.click(dialog.getByRole('button', { name: 'Ask the organiser' }))
    expect(await screen.findByText('No campaigns to review')).toBeVisible()
    expect(api.sent('POST /api/reviews/well-1/ask')).toEqual([{ reason: 'Whose well is it then?' }])
  })

  it('is empty when no campaign is waiting', async () => {
    fakeApi({ ...session, [queue]: { items: [] } })
    open()
    expect(await screen.findByText('No campaigns to review')).toBeVisible()
  })

  it('approves a campaign', async () => {
    const api = decidable('approve')
    open()
    await screen.findByRole('heading', { level: 2, name: wellDetail.title })
    await press('Approve')
    expect(
      await toasts().findByText('A well for Oke-Odo is approved and live.'),
    ).toBeInTheDocument()
    expect(await screen.findByText('No campaigns to review')).toBeVisible()
    expect(api.sent('POST /api/reviews/well-1/approve')).toEqual([{ version: 3 }])
  })

  it('rejects a campaign with a reason for the owner', async () => {
    const api = decidable('reject')
    open()
    await screen.findByRole('heading', { level: 2, name: wellDetail.title })
    await press('Reject')
    const dialog = within(screen.getByRole('dialog', { name: 'Reject this campaign' }))
    expect(dialog.getByText(wellDetail.title)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(
      await dialog.findByText('Please give a reason so the organiser knows what to change.'),
    ).toBeVisible()
    await user.selectOptions(dialog.getByLabelText('Reason'), 'unverifiable')
    await user.type(dialog.getByLabelText('Explanation'), 'Please show the estimate.')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('No campaigns to review')).toBeVisible()
    expect(api.sent('POST /api/reviews/well-1/reject')).toEqual([
      { ground: 'unverifiable', reason: 'Please show the estimate.' },
    ])
  })

  it.each([
    [refusal(403, 'own-campaign'), 'You can’t review your own campaign.'],
    [
      refusal(409, 'already-reviewed'),
      'Another reviewer has already decided on this campaign. Please reload the page.',
    ],
  ])('shows why a decision was refused', async (answer, message) => {
    fakeApi({
      ...session,
      [queue]: { items: [item] },
      'POST /api/reviews/well-1/approve': answer,
    })
    open()
    await screen.findByRole('heading', { level: 2, name: wellDetail.title })
    await press('Approve')
    expect(await toasts().findByText(message)).toBeInTheDocument()
  })

  it('keeps the reason when rejecting fails', async () => {
    fakeApi({
      ...session,
      [queue]: { items: [item] },
      'POST /api/reviews/well-1/reject': refusal(500, 'internal'),
    })
    open()
    await screen.findByRole('heading', { level: 2, name: wellDetail.title })
    await press('Reject')
    const dialog = within(screen.getByRole('dialog', { name: 'Reject this campaign' }))
    await user.type(dialog.getByLabelText('Explanation'), 'Please show the estimate.')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(
      await toasts().findByText('Something went wrong on our side. Please try again.'),
    ).toBeInTheDocument()
    expect(dialog.getByLabelText('Explanation')).toHaveValue('Please show the estimate.')
  })

  it('is not found for other people', async () => {
    fakeApi({ ...session, [queue]: refusal(404, 'not-found') })
    open()
    expect(await screen.findByRole('heading', { name: 'Something went wrong.' })).toBeVisible()
  })

  it('shows an error with Retry when it cannot be loaded', async () => {
    fakeApi({ ...session, [queue]: refusal(500, 'internal') })
    open()
    expect(await screen.findByText('We couldn’t load the review queue.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  it('redirects a visitor to the login page', async () => {
    fakeApi({ 'GET /api/session': { account: null } })
    const { address } = open()
    await waitFor(() => expect(address()).toBe('/login'))
  })
})
