import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'

import { expectAccessible } from '#test/support/web/render.tsx'

import { FilePicker } from './file-picker.tsx'

const picture = (name: string) => new File(['bytes'], name, { type: 'image/png' })
const props = {
  label: 'Images',
  accept: 'image/png',
  multiple: true,
  items: [],
  onPick: () => {},
  onRemove: () => {},
}

describe('FilePicker', () => {
  it('passes on the picked files, and accepts the same file again', async () => {
    const onPick = vi.fn<(files: File[]) => void>()
    render(<FilePicker {...props} onPick={onPick} />)
    const well = picture('well.png')

    await userEvent.upload(screen.getByLabelText('Images'), [well, picture('road.png')])
    await userEvent.upload(screen.getByLabelText('Images'), well)

    const names = onPick.mock.calls.map(([files]) => files.map(({ name }) => name))
    expect(names).toEqual([['well.png', 'road.png'], ['well.png']])
  })

  it('can be focused by keyboard, and connects its hint and error to the control', async () => {
    render(<FilePicker {...props} hint="Up to 10." error="Max image size is 5MB." />)
    await userEvent.tab()
    const input = screen.getByLabelText('Images')
    expect(input).toHaveFocus()
    expect(input).toBeInvalid()
    expect(input).toHaveAccessibleDescription('Up to 10. Max image size is 5MB.')
    await expectAccessible()
  })

  it('accepts dropped files', () => {
    const onPick = vi.fn<(files: File[]) => void>()
    render(<FilePicker {...props} onPick={onPick} />)
    const files = [picture('well.png')]
    const drop = createEvent.drop(screen.getByLabelText('Images'))
    Object.defineProperty(drop, 'dataTransfer', { value: { files } })

    fireEvent(screen.getByLabelText('Images'), drop)

    expect(onPick).toHaveBeenCalledWith(files)
    expect(drop.defaultPrevented).toBe(true)
  })

  it('shows the progress and error of each file, and removes it', async () => {
    const onRemove = vi.fn()
    const items = [
      { key: 'a', name: 'well.png', progress: 0.4 },
      {
        key: 'b',
        name: 'film.mov',
        progress: null,
        error: 'Only .jpg, .jpeg, .png and .webp formats are supported.',
      },
    ]
    render(<FilePicker {...props} items={items} onRemove={onRemove} />)

    const bar = screen.getByRole('progressbar', { name: 'Uploading well.png' })
    expect(bar).toHaveAttribute('value', '0.4')
    expect(screen.getAllByRole('progressbar')).toHaveLength(1)
    expect(screen.getByText(/^Only \.jpg/)).toBeInTheDocument()

    await userEvent.click(screen.getByRole('button', { name: 'Remove film.mov' }))
    expect(onRemove).toHaveBeenCalledWith('b')
    await expectAccessible()
  })
})
