import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { adaAccount, adaSession } from '#test/support/web/accounts.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi, nothing } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'
import { browserNames } from '#shared/browser-names.ts'
import { keepDonation, readDonation } from '#web/navigation/carried-donation.ts'

import * as publicDonate from '../../public/donate.tsx'
import * as publicDonation from '../../public/donation.tsx'

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
const carry = (campaign = id) => keepDonation({ campaign, values: typed, accessCode: 'code-1' })
const amount = () => screen.findByLabelText('Amount')
const note = () => screen.queryByText('Your payment was not finished')

describe('a donor who comes back from the payment page', () => {
  beforeEach(() => void carry())
  afterEach(() => void (document.cookie = 'uid=; Max-Age=0; Path=/'))

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

  it('finds an empty form after another account has logged in, or this one has logged out', async () => {
    fakeApi({ ...answers(), ...adaSession })
    const { unmount } = open()
    expect(await amount()).toHaveValue('')
    expect(screen.getByLabelText('Email address')).toHaveValue(adaAccount.email)
    unmount()

    document.cookie = `uid=${adaAccount.uid}; Path=/`
    carry()
    fakeApi(answers())
    open()
    expect(await amount()).toHaveValue('')
    expect(readDonation()).toBeUndefined()
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
    expect(readDonation()?.values).toEqual(typed)
    unmount()
    fakeApi(answers('success'))
    renderRoutes('/donations/code-1', page)
    expect(await screen.findByRole('link', { name: 'Donate again' })).toBeVisible()
    expect(readDonation()).toBeUndefined()
  })
})

it('carries what is typed before the payment in this tab', async () => {
  fakeApi({ ...answers(), 'POST /api/any': nothing })
  open()
  await userEvent.type(await amount(), '5000')
  await userEvent.type(screen.getByLabelText('Your name (optional)'), 'Ada')
  const { campaign, values } = readDonation() ?? {}
  expect(campaign).toBe(id)
  expect(values).toMatchObject({ amount: '5,000', name: 'Ada' })
  expect(values).not.toHaveProperty('idempotencyKey')
})

it.each(['', 'no json', '{"campaign":1}', '[]', 'null'])(
  'ignores what else the tab holds: %j',
  (text) => {
    sessionStorage.setItem(browserNames.tabDonation, text)
    expect(readDonation()).toBeUndefined()
  },
)
