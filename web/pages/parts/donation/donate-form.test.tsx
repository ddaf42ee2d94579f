import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'

import { errorSentences } from '#shared/error-sentences.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'
import { useActionData } from '#web/router/navigate.tsx'

import { DonateForm } from './donate-form.tsx'
import { startDonation } from './start-donation.ts'

const route = 'POST /api/campaigns/well-1/donations'
const checkout = { url: 'https://checkout.example/abc', accessCode: 'code-1' }

function Form({ isDocument = false, isLasting = false }) {
  const result = useActionData<typeof startDonation>()
  return (
    <DonateForm
      campaignId="well-1"
      idempotencyKey="key-1"
      actionResult={result}
      isDocument={isDocument}
      isLasting={isLasting}
    />
  )
}

function show(isDocument = false, isLasting = false) {
  const action = vi.fn(startDonation)
  renderRoutes('/donate', [
    { path: '/donate', element: <Form isDocument={isDocument} isLasting={isLasting} />, action },
  ])
  return action
}

const amount = () => screen.getByLabelText('Amount')
const email = () => screen.getByLabelText('Email address')
const pay = () => screen.getByRole('button', { name: 'Pay now!' })

async function submitAmount(naira: string) {
  await userEvent.type(amount(), naira)
  await userEvent.type(email(), 'donor@example.com')
  await userEvent.click(pay())
}

it('offers to give every month where the campaign has no end, and sends the choice', async () => {
  const api = fakeApi({ [route]: checkout })
  show()
  expect(screen.queryByLabelText(/^Give this every month/)).toBeNull()
  cleanup()
  show(false, true)
  await userEvent.click(screen.getByLabelText(/^Give this every month/))
  await submitAmount('5000')
  await waitFor(() => expect(api.sent(route)).toEqual([expect.objectContaining({ monthly: true })]))
})

it('sends the input with the idempotency key of the form', async () => {
  const api = fakeApi({ [route]: checkout })
  show()
  await userEvent.type(screen.getByLabelText('Your name (optional)'), 'Ngozi')
  await userEvent.click(screen.getByLabelText(/Donate anonymously/))
  await submitAmount('5000')

  await waitFor(() =>
    expect(api.sent(route)).toEqual([
      {
        amount: '5,000',
        email: 'donor@example.com',
        name: 'Ngozi',
        message: '',
        anonymous: true,
        updates: false,
        shareEmail: false,
        showName: false,
        hideAmount: false,
        showMessage: false,
      },
    ]),
  )
  expect(api.received[0]?.headers.get('idempotency-key')).toBe('key-1')
})

it('says in one line how the donor appears, and opens what it says it by', async () => {
  show()
  expect(screen.getByText('without your name, with the amount')).toBeVisible()
  expect(screen.getByLabelText('Show my name')).not.toBeVisible()
  await userEvent.click(screen.getByText('How you appear'))
  await userEvent.click(screen.getByLabelText('Show my name'))
  await userEvent.click(screen.getByLabelText('Hide my amount'))
  expect(screen.getByText('with your name, amount hidden')).toBeInTheDocument()
})

it('fills in an amount with one click', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: '₦10,000' }))
  expect(amount()).toHaveValue('10,000')
  expect(screen.getByRole('button', { name: '₦10,000', pressed: true })).toBeVisible()
  expect(screen.getByText('The campaign receives')).toBeVisible()
})

it('keeps the input and the key after a server error, and says that nothing was charged', async () => {
  const api = fakeApi({ [route]: refusal(502, 'payment-unavailable') })
  show()
  await submitAmount('5000')

  expect(await screen.findByRole('alert')).toHaveTextContent('You have not been charged.')
  expect(amount()).toHaveValue('5,000')
  expect(email()).toHaveValue('donor@example.com')

  await userEvent.click(pay())
  await waitFor(() => expect(api.received).toHaveLength(2))
  expect(api.received.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
    'key-1',
    'key-1',
  ])
})

it('uses a new key after the server refused the donation', async () => {
  const api = fakeApi({ [route]: refusal(409, 'campaign-closed') })
  show()
  await submitAmount('5000')
  expect(await screen.findByRole('alert')).toHaveTextContent(errorSentences['campaign-closed'])

  await userEvent.click(pay())
  await waitFor(() => expect(api.received).toHaveLength(2))
  expect(api.received[1]?.headers.get('idempotency-key')).not.toBe('key-1')
})

it('is a new donation when the form was changed after it was sent', async () => {
  const answers = [refusal(422, 'idempotency-mismatch'), Response.json(checkout)]
  const api = fakeApi({ [route]: () => answers.shift() ?? {} })
  show()
  await submitAmount('5000')
  await waitFor(() => expect(api.received).toHaveLength(2))
  expect(api.received[1]?.headers.get('idempotency-key')).not.toBe('key-1')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

describe('on a public page, which has no client router', () => {
  it('checks and sends the form in the browser, and keeps the input when the request is lost', async () => {
    let tries = 0
    const api = fakeApi({
      [route]: () => (++tries === 1 ? Promise.reject(new TypeError('lost')) : refusal(503, 'busy')),
    })
    const action = show(true)
    await userEvent.click(pay())
    await waitFor(() => expect(amount()).toHaveAccessibleDescription(/Amount is required/))

    await submitAmount('5000')
    expect(await screen.findByRole('status')).toHaveTextContent(
      /Your donation of ₦5,000 is saved on this device/,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Send ₦5,000 for d…@example.com' }))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(errorSentences.busy))
    expect(api.received.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'key-1',
      'key-1',
    ])
    expect(action).not.toHaveBeenCalled()
  })
})
