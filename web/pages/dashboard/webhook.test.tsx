import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import type { CampaignWebhook } from '#shared/campaign-webhook.ts'
import { adaSession } from '#test/support/web/accounts.ts'
import { fakeApi, nothing } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as webhookData from './webhook.data.ts'
import * as webhookScreen from './webhook.tsx'

const path = '/dashboard/campaign/:id/webhook'
const address = '/api/campaigns/c-1/webhook'
const open = (answer: CampaignWebhook) => {
  const api = fakeApi({
    ...adaSession,
    [`GET ${address}`]: answer,
    [`PUT ${address}`]: nothing,
    [`POST ${address}/deliveries/d-1/replay`]: nothing,
  })
  renderRoutes('/dashboard/campaign/c-1/webhook', [{ path, ...webhookScreen, ...webhookData }])
  return api
}

it('asks for an https address, and saves it', async () => {
  const api = open({ webhook: null, deliveries: [] })
  const field = await screen.findByLabelText('Address of your program')
  await userEvent.type(field, 'http://example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Save address' }))
  expect(
    await screen.findByText('Please enter an address that begins with https://.'),
  ).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, 'https://example.com/hook')
  await userEvent.click(screen.getByRole('button', { name: 'Save address' }))
  await screen.findByText('Address saved. Events are sent from now on.')
  expect(api.sent(`PUT ${address}`)).toEqual([{ url: 'https://example.com/hook' }])
})

it('shows secret and events, and sends one again', async () => {
  open({
    webhook: { url: 'https://example.com/hook', secret: 'whsec_c2VjcmV0' },
    deliveries: [
      {
        id: 'd-1',
        event: 'donation.paid',
        at: '2026-05-01T10:00:00Z',
        state: 'failed',
        status: 503,
      },
    ],
  })
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeVisible()
  expect(screen.getByText('Not delivered after three days (the last answer was 503)')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText('The event is sent again.')
  await expectAccessible()
})
