import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { CampaignStatus } from '#shared/campaign.ts'
import type { CampaignHistoryResponse } from '#shared/campaign-history.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi, nothing } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderAt } from '#test/support/web/render.tsx'

import { OwnerPanel } from '../campaign.tsx'

const at = '2026-10-01T11:05:00.000Z'
const transition = (
  event: CampaignHistoryResponse['transitions'][number]['event'],
  reason: string | null = null,
) => ({ event, actor: 'reviewer', name: null, reason, at }) as const

function open(status: CampaignStatus, history: CampaignHistoryResponse) {
  const onDone = vi.fn<() => void>()
  renderAt(
    '/',
    '/',
    <OwnerPanel
      campaign={{ ...wellDetail, status, isOwner: true }}
      history={history}
      historyList={<p>All of it</p>}
      payee={null}
      onDone={onDone}
    />,
  )
  return onDone
}

const consents = 'GET /api/campaigns/well-1/consents'
const consent = { kind: 'health', givenBy: 'Bisi', sentenceVersion: '1', givenAt: at }

beforeEach(() => {
  fakeApi({ [consents]: { consents: [] } })
})

describe('the owner of a campaign', () => {
  it('withdraws a consent and is asked to remove what it covered', async () => {
    let withdrawnAt: string | null = null
    const path = '/api/campaigns/well-1/consents/health'
    fakeApi({
      [consents]: () => ({ consents: [{ ...consent, withdrawnAt }] }),
      [`DELETE ${path}`]: () => {
        withdrawnAt = at
        return nothing
      },
    })
    open('approved', { transitions: [], change: null })
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw this consent' }))
    expect(await screen.findByText(/Please remove it from the story and the photos/)).toBeVisible()
    await expectAccessible()
  })

  it('sees that a change is waiting, was asked about, or was rejected', () => {
    fakeApi({})
    const fields = ['title', 'goal'] as const
    open('approved', { transitions: [], change: { status: 'pending', fields: [...fields], at } })
    expect(screen.getByText(/^Waiting for review: Title, Funding goal/)).toBeVisible()
    open('approved', {
      transitions: [transition('change-ask', 'Why more?')],
      change: { status: 'information-requested', fields: [...fields], at },
    })
    expect(screen.getByText('Why more?')).toBeVisible()
    open('approved', {
      transitions: [transition('change-reject', 'That is too much.')],
      change: null,
    })
    expect(screen.getByText('That is too much.')).toBeVisible()
  })

  it.each([
    ['rejected', 'Edit and resubmit'],
    ['pending', 'Edit campaign'],
  ] as const)('can edit a %s campaign', (status, name) => {
    open(status, { transitions: [], change: null })
    expect(screen.getByRole('link', { name })).toHaveAttribute(
      'href',
      '/dashboard/campaign/well-1/edit',
    )
    expect(screen.queryByRole('button', { name: 'End campaign' })).not.toBeInTheDocument()
  })

  it('can only read the history of an ended campaign', () => {
    open('ended', { transitions: [transition('end')], change: null })
    // Its webhook still tells of refunds and payouts.
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Who looks after the campaign',
      'Connect other software',
    ])
    expect(screen.getByText('History')).toBeVisible()
  })
})
