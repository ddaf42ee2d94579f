import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { adaAccount } from '#test/support/web/accounts.ts'
import { expectAccessible } from '#test/support/web/axe.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi, nothing } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'
import { writeCookies } from '#web/api/cookies.ts'
import { carriedDonation } from '#web/navigation/carried-donation.ts'

import * as dashboardDonateData from '../../dashboard/donate.data.ts'
import * as dashboardDonateScreen from '../../dashboard/donate.tsx'
import * as publicDonate from '../../public/donate.tsx'
import * as publicDonation from '../../public/donation.tsx'

const dashboardDonate = { ...dashboardDonateScreen, ...dashboardDonateData }

const { id, slug, title } = wellDetail
const typed = {
  amount: '7,500',
  email: 'donor@example.com',
  name: 'Ọ̀ṣun',
  message: 'Ẹ kú iṣẹ́!\nGod bless.',
  anonymous: 'on',
}
const donation = (status: string) => ({
  accessCode: 'code-1',
  status,
  amount: 750_000,
  mode: 'test',
  createdAt: '2025-01-01T10:00:00Z',
  paidAt: null,
  channel: null,
  fee: null,
  campaign: { id, slug, title },
})
const answers = (status = 'abandoned') => ({
  'GET /api/session': { account: null },
  [`GET /api/campaigns/by-slug/${slug}`]: { campaign: wellDetail },
  [`GET /api/campaigns/${id}/account-number`]: { accountNumber: null },
  'GET /api/donations/code-1': donation(status),
})
const open = () => renderRoutes(`/c/${slug}/donate`, [{ path: '/c/:slug/donate', ...publicDonate }])
const carry = (campaign = id) =>
  writeCookies([carriedDonation.keep({ campaign, values: typed, accessCode: 'code-1' })])
const amount = () => screen.findByLabelText('Amount')
const note = () => screen.queryByText('Your payment was not finished')

describe('a donor who comes back from the payment page', () => {
  beforeEach(() => void carry())

  it.each(['pending', 'abandoned', 'failed'])(
    'finds the form filled in while the payment is %s',
    async (status) => {
      fakeApi(answers(status))
      open()
      expect(await amount()).toHaveValue('7,500')
      expect(screen.getByLabelText('Email address')).toHaveValue(typed.email)
      expect(screen.getByLabelText('Your name (optional)')).toHaveValue(typed.name)
      expect(screen.getByLabelText('Leave a message (optional)')).toHaveValue(typed.message)
      expect(screen.getByLabelText(/Donate anonymously/)).toBeChecked()
      expect(screen.getByLabelText(/Email me updates/)).not.toBeChecked()
      expect(note()).toBeVisible()
      expect(screen.getByRole('link', { name: 'Check the payment' })).toHaveAttribute(
        'href',
        '/donations/code-1',
      )
      await expectAccessible()
    },
  )

  it('finds it on the donate page of the dashboard too', async () => {
    const api = answers()
    fakeApi({
      ...api,
      'GET /api/session': { account: adaAccount },
      'GET /api/campaigns/well-1': { campaign: wellDetail },
    })
    const path = '/dashboard/campaign/:id/donate'
    renderRoutes('/dashboard/campaign/well-1/donate', [{ path, ...dashboardDonate }])
    expect(await amount()).toHaveValue('7,500')
    expect(note()).toBeVisible()
  })

  it.each(['success', 'refunded'])('finds an empty form when the payment is %s', async (status) => {
    fakeApi(answers(status))
    open()
    expect(await amount()).toHaveValue('')
    expect(note()).not.toBeInTheDocument()
  })

  it('finds an empty form for another campaign', async () => {
    carry('another')
    fakeApi(answers())
    open()
    expect(await amount()).toHaveValue('')
    expect(note()).not.toBeInTheDocument()
  })

  it("gets a link to the form from 'Try again', and loses it when the payment is confirmed", async () => {
    const page = [{ path: '/donations/:accessCode', ...publicDonation }]
    fakeApi(answers())
    const { unmount } = renderRoutes('/donations/code-1', page)
    expect(await screen.findByRole('link', { name: 'Try again' })).toHaveAttribute(
      'href',
      `/c/${slug}/donate`,
    )
    expect(carriedDonation.read()?.values).toEqual(typed)
    unmount()
    fakeApi(answers('success'))
    renderRoutes('/donations/code-1', page)
    expect(await screen.findByRole('link', { name: 'Donate again' })).toBeVisible()
    expect(carriedDonation.read()).toBeUndefined()
  })
})

it('carries what is typed before the payment, so that it is there after a login', async () => {
  fakeApi({ ...answers(), 'POST /api/any': nothing })
  open()
  await userEvent.type(await amount(), '5000')
  await userEvent.type(screen.getByLabelText('Your name (optional)'), 'Ada')
  const { campaign, values } = carriedDonation.read() ?? {}
  expect(campaign).toBe(id)
  expect(values).toMatchObject({ amount: '5,000', name: 'Ada' })
  expect(values).not.toHaveProperty('idempotencyKey')
})

it.each(['', 'not base64!', btoa('{"campaign":1}'), btoa('[]'), btoa('null')])(
  'ignores the cookie %j',
  (text) => {
    document.cookie = `donation=${encodeURIComponent(text)}; Path=/`
    expect(carriedDonation.read()).toBeUndefined()
  },
)

it('fits the longest form into a cookie', () => {
  const longest = {
    ...typed,
    name: 'Ọ'.repeat(80),
    message: 'ẹ'.repeat(500),
    email: 'e'.repeat(254),
  }
  const { value } = carriedDonation.keep({
    campaign: 'c'.repeat(64),
    values: longest,
    accessCode: 'a'.repeat(64),
  })
  expect(value.length).toBeLessThan(4_000)
})
