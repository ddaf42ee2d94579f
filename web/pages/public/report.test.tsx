import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { invalid } from '#shared/text/invalid.ts'
import { expectAccessible } from '#test/support/web/axe.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as report from './report.tsx'

const pattern = '/c/:slug/report'
const path = '/c/a-well-for-oke-odo/report'
const campaign = { 'GET /api/campaigns/by-slug/a-well-for-oke-odo': { campaign: wellDetail } }

const open = (at = path) => renderRoutes(at, [{ path: pattern, ...report }])

/** Submits the form as a browser without JavaScript does. */
async function send({ router }: ReturnType<typeof open>, values: Record<string, string>) {
  const formData = new FormData()
  for (const [name, value] of Object.entries(values)) formData.append(name, value)
  await router.navigate(path, { formMethod: 'post', formData })
}

it('sends a report and shows its reference', async () => {
  const api = fakeApi({
    ...campaign,
    'POST /api/campaigns/well-1/reports': { reference: 'R-7K3M-9QXD' },
  })
  const view = open()
  expect(await screen.findByLabelText('What is wrong?')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to the campaign' })).toBeVisible()
  await expectAccessible()
  await send(view, {
    reason: 'fraud',
    details: 'The pictures are of another village.',
    email: 'Guest@example.org',
  })

  expect(await screen.findByText('Thank you. Our team will review your report.')).toBeVisible()
  expect(screen.getByText('R-7K3M-9QXD')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to the campaign' })).toHaveAttribute(
    'href',
    '/c/a-well-for-oke-odo',
  )
  expect(api.sent('POST /api/campaigns/well-1/reports')).toEqual([
    {
      reason: 'fraud',
      details: 'The pictures are of another village.',
      email: 'guest@example.org',
    },
  ])
})

it('shows what is missing and keeps the input', async () => {
  const api = fakeApi(campaign)
  const view = open()
  await screen.findByLabelText('What is wrong?')
  await send(view, { reason: '', details: 'short' })

  expect(await screen.findByText(invalid.reportReason)).toBeVisible()
  expect(screen.getByText(invalid.reportDetails)).toBeVisible()
  expect(api.sent('POST /api/campaigns/well-1/reports')).toEqual([])
})

it('shows no reference that has another form', async () => {
  fakeApi(campaign)
  renderRoutes(`${path}?sent=Call%200801`, [{ path: pattern, ...report }])
  expect(await screen.findByText('Thank you. Our team will review your report.')).toBeVisible()
  expect(screen.queryByText(/0801/)).not.toBeInTheDocument()
})
