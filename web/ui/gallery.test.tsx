import { createEvent, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { expectAccessible } from '#test/support/web/axe.ts'

import { Gallery } from './gallery.tsx'

const descriptions = ['The dry well', '', 'The village from above']
const images = descriptions.map((alt, index) => ({
  id: String(index).repeat(64),
  width: 1600,
  height: 1000,
  alt,
}))

const show = (shown = images) =>
  render(<Gallery images={shown} toName={(number) => `A well for Ife: photo ${number}`} />)
const link = (number: number) =>
  screen.getByRole('link', { name: `Open photo ${number} full size`, hidden: true })
const button = (name: string) => screen.getByRole('button', { name })

async function open(number: number) {
  await userEvent.click(link(number))
  return screen.findByRole('dialog', { name: 'Photos' })
}

it('shows the picture of the link with its description and place', async () => {
  show()
  const dialog = within(await open(3))
  expect(dialog.getByRole('img', { name: 'The village from above' })).toHaveClass('object-contain')
  expect(dialog.getByText('3 of 3').parentElement).toHaveAttribute('aria-live', 'polite')
  expect(dialog.getByText('3 of 3').parentElement).toHaveTextContent('The village from above')
  expect(button('Next photo')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
})

it.each([
  ['{ArrowRight}', 2, 3],
  ['{ArrowLeft}', 2, 1],
  ['{Home}', 3, 1],
  ['{End}', 1, 3],
  ['{ArrowRight}', 3, 3],
  ['{ArrowLeft}', 1, 1],
  ['{Alt>}{ArrowLeft}{/Alt}', 2, 2],
])('after %s on picture %i shows picture %i', async (key, from, to) => {
  show()
  await open(from)
  await userEvent.keyboard(key)
  expect(screen.getByText(`${to} of 3`)).toBeVisible()
})

it('keeps the focus on a button that reaches the last picture', async () => {
  show()
  const dialog = within(await open(2))
  expect(dialog.getByRole('img', { name: 'A well for Ife: photo 2' })).toBeVisible()
  await userEvent.click(button('Next photo'))
  await userEvent.click(button('Next photo'))
  expect(screen.getByText('3 of 3')).toBeVisible()
  expect(button('Next photo')).toHaveFocus()
})

it('returns the focus to the link that opened it when it closes', async () => {
  show()
  const dialog = await open(2)
  await userEvent.keyboard('{ArrowRight}')
  fireEvent(dialog, createEvent('cancel', dialog, { cancelable: true }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(link(2)).toHaveFocus()
})

it('has no buttons to other pictures if it has one', async () => {
  show(images.slice(0, 1))
  await open(1)
  expect(screen.queryByRole('button', { name: 'Next photo' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Previous photo' })).not.toBeInTheDocument()
})

it.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])(
  'leaves a click with %s to the link',
  (key) => {
    show()
    const click = createEvent.click(link(1), { [key]: true })
    // jsdom cannot open the address.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true })
    fireEvent(link(1), click)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  },
)
