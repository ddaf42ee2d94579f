import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { CampaignPicture } from './campaign-picture.tsx'

const picture = { id: 'a'.repeat(64), width: 1600, height: 1000, alt: '' }
const placeholder = '0f5132'.repeat(6) + 'e0a526'.repeat(6)
const show = (image: typeof picture & { placeholder?: string }) =>
  render(<CampaignPicture image={image} alt="The dry well" sizes="18rem" />).container

it('shows the placeholder of a picture while it loads, without a request or inline style', () => {
  const container = show({ ...picture, placeholder })
  const fills = [...container.querySelectorAll('path')].map((path) => path.getAttribute('fill'))
  expect(fills).toEqual([...Array(6).fill('#0f5132'), ...Array(6).fill('#e0a526')])
  expect(container.querySelectorAll('[style], image')).toHaveLength(0)
  expect(screen.getByRole('img', { name: 'The dry well' })).toHaveAttribute('width', '640')
})

it('shows an empty box where an image has no placeholder', () => {
  expect(show(picture).querySelector('svg')).toBeNull()
})

it.each([
  ['at its focus point', { focus: { x: 14, y: 96 } }, 'focus-x-1 focus-y-10'],
  ['in the middle', {}, 'focus-x-5 focus-y-5'],
  ['in the upper third if it is a portrait', { height: 2400 }, 'focus-x-5 focus-y-2'],
])('crops a picture %s, without inline style', (_where, fields, classes) => {
  const container = show({ ...picture, ...fields })
  expect(container.querySelector('img')).toHaveClass(
    'object-cover',
    'focus-point',
    ...classes.split(' '),
  )
  expect(container.querySelectorAll('[style]')).toHaveLength(0)
})
