import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { invalid } from '#shared/text/invalid.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { renderRoutes, sendForm } from '#test/support/web/render.tsx'

import * as report from './report.tsx'

const pattern = '/c/:slug/report'
const path = '/c/a-well-for-oke-odo/report'
const campaign = { 'GET /api/campaigns/by-slug/a-well-for-oke-odo': { campaign: wellDetail } }

const open = (at = path) => renderRoutes(at, [{ path: pattern, ...report }])

it('shows what is missing and keeps the input', async () => {
  const api = fakeApi(campaign)
  const view = open()
  await screen.findByLabelText('What is wrong?')
  await sendForm(view, path, { reason: '', details: 'short' })

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
