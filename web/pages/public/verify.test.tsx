import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { receiptStatuses, type Verification } from '#shared/receipt.ts'
import { kobo } from '#shared/money.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { loggedReceipt } from '#test/support/web/logged-receipt.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

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
    expect(screen.getByRole('textbox')).toHaveValue(code)
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

describe('the proof of the transparency log', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const readResult = () => screen.getByRole('status').querySelector('[aria-hidden="false"]')

  it('shows the result of the server in a browser without Ed25519', async () => {
    const receipt = await loggedReceipt()
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(
      new DOMException('Unrecognized name.', 'NotSupportedError'),
    )
    open({ ...verification, ...receipt })
    await screen.findByRole('heading', { name: 'This receipt is genuine' })
    await waitFor(() =>
      expect(readResult()).toHaveTextContent(/^Our server checked the proof.* too old/),
    )
  })

  it('is refused without a check in the browser when the server found it wrong', async () => {
    const { signed, logged } = await loggedReceipt()
    open({ ...verification, status: 'broken', signed, logged: { ...logged, entry: null } })
    expect(await screen.findByRole('alert')).toHaveTextContent(/^The proof is wrong\./)
  })

  it('is refused with another amount or the key of another log, and the receipt with it', async () => {
    const { signed, logged } = await loggedReceipt()
    const another = { ...signed, text: signed.text.replace('5000', '5001') }
    for (const changed of [{ signed: another }, { logged: { ...logged, logKeys: [otherKey] } }]) {
      const { unmount } = open({ ...verification, signed, logged, ...changed })
      expect(
        await screen.findByRole('heading', { name: 'Do not rely on this receipt' }),
      ).toBeVisible()
      expect(screen.getByRole('alert')).toHaveTextContent(/The proof is wrong\./)
      unmount()
    }
  })
})

/** The key of another log with this name. */
const otherKey = 'ajo.example/log/live+384ba4ad+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4'
