import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes, sendForm } from '#test/support/web/render.tsx'

import * as requestRefund from './request-refund.tsx'

const pattern = '/donations/:accessCode/refund'
const path = '/donations/code/refund'
const quote = { total: 500_000, fee: 17_500, amount: 482_500, isDelayed: false, needsLink: false }
const open = (at = path) => renderRoutes(at, [{ path: pattern, ...requestRefund }])

it('shows the exact sums before the request, and sends the reason once per form', async () => {
  const api = fakeApi({
    'GET /api/donations/code/refund': quote,
    'POST /api/donations/code/refund': { id: 'r1', amount: 482_500, state: 'queued' },
  })
  const view = open()
  expect(await screen.findByText('₦5,000.00')).toBeVisible()
  expect(screen.getByText('−₦175.00')).toBeVisible()
  expect(screen.getByText('₦4,825.00')).toBeVisible()
  await expectAccessible()
  await sendForm(view, path, { reason: 'I erred', idempotencyKey: 'a-key-of-the-form' })

  expect(await screen.findByText(/We’ve received your request/)).toBeVisible()
  expect(api.sent('POST /api/donations/code/refund')).toEqual([{ reason: 'I erred' }])
  const [sent] = api.received.filter(({ route }) => route.startsWith('POST'))
  expect(sent?.headers.get('idempotency-key')).toBe('a-key-of-the-form')
})

it('offers the mailed link to a reader who has only the address of the receipt', async () => {
  const api = fakeApi({
    'GET /api/donations/code/refund': { ...quote, needsLink: true },
    'POST /api/donations/code/refund-link': nothing,
  })
  const view = open()
  expect(await screen.findByRole('button', { name: 'Email me the link' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Request the refund' })).not.toBeInTheDocument()
  await sendForm(view, path, { link: '' })
  expect(await screen.findByText(/We’ve emailed you a link/)).toBeVisible()
  expect(api.sent('POST /api/donations/code/refund-link')).toEqual([{}])
})

it('says that a large refund is sent a day later', async () => {
  fakeApi({ 'GET /api/donations/code/refund': { ...quote, isDelayed: true } })
  open()
  expect(await screen.findByText(/send it in 24 hours/)).toBeVisible()
})

it('keeps the reason when the request is refused', async () => {
  fakeApi({
    'GET /api/donations/code/refund': quote,
    'POST /api/donations/code/refund': refusal(409, 'refund-over-limit'),
  })
  const view = open()
  await screen.findByText('₦4,825.00')
  await sendForm(view, path, { reason: 'I erred' })
  expect(await screen.findByText(/reached the limit for refunds/)).toBeVisible()
  expect(screen.getByLabelText('Why do you want a refund? (optional)')).toHaveValue('I erred')
})

it('refers to the policy when the donation can no longer be refunded', async () => {
  fakeApi({ 'GET /api/donations/code/refund': refusal(409, 'refund-closed') })
  open()
  expect(await screen.findByText('This donation can no longer be refunded here.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Refund policy' })).toHaveAttribute('href', '/refunds')
})
