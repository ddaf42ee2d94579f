import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

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

async function open(number: number) {
  await userEvent.click(link(number))
  return screen.findByRole('dialog', { name: 'Photos' })
}

it('leaves Alt and an arrow key, which go back in the history, to the browser', async () => {
  show()
  await open(2)
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  expect(screen.getByText('2 of 3')).toBeVisible()
})

it('has no buttons to other pictures if it has one', async () => {
  show(images.slice(0, 1))
  await open(1)
  expect(screen.queryByRole('button', { name: 'Next photo' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Previous photo' })).not.toBeInTheDocument()
})
