import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'

import type { ReportedCampaign } from '#shared/report.ts'
import { expectAccessible } from '#test/web/axe.ts'
import { fakeApi, nothing, refusal } from '#test/web/fake-api.ts'
import { renderAt } from '#test/web/render.tsx'

import { ReportedList } from './reported-list.tsx'

const well: ReportedCampaign = {
  id: 'well-1',
  slug: 'a-well',
  title: 'A well',
  isFrozen: false,
  reports: [{ reason: 'fraud', details: 'Another village.', at: '2026-01-01T12:00:00.000Z' }],
}

function open(campaign: ReportedCampaign, canCancel = false) {
  const onDone = vi.fn<() => void>()
  renderAt('/', '/', <ReportedList campaigns={[campaign]} canCancel={canCancel} onDone={onDone} />)
  return onDone
}

it('pauses donations with a reason', async () => {
  const api = fakeApi({ 'POST /api/reports/well-1/freeze': nothing })
  const onDone = open(well)
  expect(screen.getByText('Another village.')).toBeVisible()
  await expectAccessible()
  await userEvent.click(screen.getByRole('button', { name: 'Pause donations' }))
  expect(screen.getByText('A well', { selector: 'p' })).toBeVisible()
  await userEvent.type(screen.getByLabelText('Reason'), 'Whose pictures are these?')
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Pause donations' }).at(-1) as HTMLElement,
  )

  expect(await screen.findByText('Donations to A well are paused.')).toBeInTheDocument()
  expect(api.sent('POST /api/reports/well-1/freeze')).toEqual([
    { reason: 'Whose pictures are these?' },
  ])
  expect(onDone).toHaveBeenCalledOnce()
})

it('resumes donations, and shows an error when that fails', async () => {
  let attempts = 0
  fakeApi({
    'POST /api/reports/well-1/unfreeze': () => (++attempts === 1 ? refusal(503, 'busy') : nothing),
  })
  const onDone = open({ ...well, isFrozen: true, reports: [] })
  expect(screen.getByText('Donations paused')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Dismiss reports' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Resume donations' }))
  expect(await screen.findByText(/very busy/)).toBeInTheDocument()
  expect(onDone).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Resume donations' }))
  expect(await screen.findByText('A well accepts donations again.')).toBeInTheDocument()
})

it('dismisses reports', async () => {
  const api = fakeApi({ 'POST /api/reports/well-1/dismiss': nothing })
  open(well)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss reports' }))
  expect(await screen.findByText('Reports about A well dismissed.')).toBeInTheDocument()
  expect(api.received).toHaveLength(1)
})

it('lets an admin cancel a campaign with a reason', async () => {
  const api = fakeApi({ 'POST /api/campaigns/well-1/cancel': nothing })
  const onDone = open(well, true)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the campaign' }))
  expect(screen.getByText(/Every donation will be refunded/)).toBeVisible()
  await userEvent.type(screen.getByLabelText('Reason'), 'The pictures are of another village.')
  const [, confirm] = screen.getAllByRole('button', { name: 'Cancel the campaign', hidden: true })
  await userEvent.click(confirm as HTMLElement)
  expect(
    await screen.findByText(/is cancelled. All donations are being refunded/),
  ).toBeInTheDocument()
  expect(api.sent('POST /api/campaigns/well-1/cancel')).toEqual([
    { reason: 'The pictures are of another village.' },
  ])
  expect(onDone).toHaveBeenCalledOnce()
})

it('does not let a reviewer cancel a campaign', () => {
  open(well)
  expect(screen.queryByRole('button', { name: 'Cancel the campaign' })).not.toBeInTheDocument()
})
