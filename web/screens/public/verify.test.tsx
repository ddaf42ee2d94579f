import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { receiptStatuses, type Verification } from '#shared/receipt.ts'
import { kobo } from '#shared/money.ts'
import { expectAccessible } from '#test/web/axe.ts'
import { fakeApi, refusal } from '#test/web/fake-api.ts'
import { renderRoutes } from '#test/web/render.tsx'

import * as verify from './verify.tsx'

const code = 'K3M9Q-XD70B-2W4T8-9ZPCE'
const verification: Verification = {
  status: 'valid',
  number: '2026-7K3M-9QXD',
  code,
  amount: kobo(5_000_00),
  reversed: kobo(0),
  donatedAt: '2026-05-01T10:00:00Z',
  mode: 'live',
  campaign: { title: 'A well for Ife' },
  signed: { text: 'Ajo receipt', signature: 'c2ln', keyId: '0123456789abcdef' },
  logged: null,
}
const open = (answer: object, at = `/verify/${code}`) => {
  fakeApi({ [`GET /api/verify/${code}`]: answer })
  return renderRoutes(at, [{ path: '/verify/:code?', ...verify }])
}

describe('/verify', () => {
  it.each(receiptStatuses)('explains the status %s of a receipt', async (status) => {
    open({ ...verification, status })
    const titles = {
      valid: 'This receipt is genuine',
      'partly-refunded': 'Genuine, partly refunded',
      refunded: 'Refunded',
      disputed: 'Genuine, under dispute',
      broken: 'Do not rely on this receipt',
    }
    expect(await screen.findByRole('heading', { level: 1, name: titles[status] })).toBeVisible()
  })

  it('shows the facts of the receipt and how to verify its signature', async () => {
    open({ ...verification, status: 'partly-refunded', reversed: kobo(1_000_00) })
    expect(await screen.findByText('2026-7K3M-9QXD')).toBeVisible()
    for (const fact of ['₦5,000.00', '₦1,000.00', 'A well for Ife', '1 May 2026 at 11:00'])
      expect(screen.getByText(fact)).toBeVisible()
    const key = screen.getByRole('link', { name: /Public key/, hidden: true })
    expect(key).toHaveAttribute('href', '/.well-known/ajo-receipt-keys/0123456789abcdef.pem')
    await expectAccessible()
  })

  it('says that the code is unknown', async () => {
    open(refusal(404, 'not-found'))
    const title = { level: 1, name: 'Receipt not found' }
    expect(await screen.findByRole('heading', title)).toBeVisible()
    expect(screen.queryByText('Amount')).not.toBeInTheDocument()
  })

  it('accepts the code from a form that works without script', async () => {
    const view = open(verification, '/verify')
    await userEvent.type(await screen.findByLabelText('Code'), code)
    await expectAccessible()
    await view.router.navigate(`/verify?code=${code}`)
    expect(view.address()).toBe(`/verify/${code}`)
    const title = { name: 'This receipt is genuine' }
    expect(await screen.findByRole('heading', title)).toBeVisible()
  })
})
