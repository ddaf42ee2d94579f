import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { expectAccessible } from '#test/support/web/render.tsx'

import { QrCode } from './qr-code.tsx'

const uri = 'otpauth://totp/Ajo:ada@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Ajo'
const quietZone = 4

/** The dark modules of the rendered code. */
function drawn(): { size: number; isDark: (x: number, y: number) => boolean } {
  const picture = screen.getByRole('img', { name: 'A QR code' })
  const size = Number(picture.getAttribute('viewBox')?.split(' ')[2])
  const path = picture.querySelector('path')?.getAttribute('d') ?? ''
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`))
  return { size, isDark: (x, y) => dark.has(`${x} ${y}`) }
}

it('draws the three finder patterns and the quiet zone', async () => {
  render(<QrCode text={uri} label="A QR code" className="size-56" />)
  const { size, isDark } = drawn()
  const row = (x: number, y: number) =>
    Array.from({ length: 7 }, (_, at) => (isDark(x + at, y) ? '#' : '.')).join('')
  const far = size - quietZone - 7
  for (const [x, y] of [
    [quietZone, quietZone],
    [far, quietZone],
    [quietZone, far],
  ] as const)
    expect([0, 1, 2, 3, 4, 5, 6].map((line) => row(x, y + line))).toEqual([
      '#######',
      '#.....#',
      '#.###.#',
      '#.###.#',
      '#.###.#',
      '#.....#',
      '#######',
    ])
  const border = Array.from({ length: size }, (_, at) => at)
  expect(border.some((at) => isDark(at, quietZone - 1) || isDark(quietZone - 1, at))).toBe(false)
  await expectAccessible()
})

it('draws different texts differently, without inline styles, which the content security policy forbids', () => {
  const { container, rerender } = render(<QrCode text={uri} label="A QR code" className="" />)
  const before = container.innerHTML
  expect(before).not.toContain('style')
  rerender(<QrCode text={`${uri}x`} label="A QR code" className="" />)
  expect(container.innerHTML).not.toBe(before)
})
