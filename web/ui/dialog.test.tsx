import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'

import { expectAccessible } from '#test/support/web/render.tsx'

import { Button } from './button.tsx'
import { ConfirmDialog } from './dialog.tsx'

function Submission({ onConfirm = () => {}, busy }: { onConfirm?: () => void; busy?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Submit</Button>
      <ConfirmDialog
        open={open}
        title="Confirm Submission"
        text="Are you sure you want to submit this campaign?"
        confirmLabel="Confirm"
        cancelLabel="Cancel"
        busy={busy}
        onConfirm={onConfirm}
        onCancel={() => setOpen(false)}
      />
    </>
  )
}

const openIt = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }))
const dialog = () => screen.queryByRole('alertdialog')

/** Simulates the Escape key, which closes a modal dialog in a browser. */
async function pressEscape() {
  const shown = await screen.findByRole('alertdialog')
  fireEvent(shown, createEvent('cancel', shown, { cancelable: true }))
}

describe('ConfirmDialog', () => {
  it('is closed at first, and labelled by its title', async () => {
    render(<Submission />)
    expect(dialog()).not.toBeInTheDocument()

    await openIt()
    expect(dialog()).toHaveAccessibleName('Confirm Submission')
    expect(dialog()).toHaveTextContent('Are you sure you want to submit this campaign?')
    await expectAccessible()
  })

  it('focuses its heading first, not the close button', async () => {
    render(<Submission />)
    await openIt()
    expect(screen.getByRole('heading', { name: 'Confirm Submission' })).toHaveFocus()
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  })

  it.each([
    ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Close', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['Escape', pressEscape],
  ])('closes on %s and returns the focus', async (_way, close) => {
    render(<Submission />)
    await openIt()
    await close()
    expect(dialog()).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Submit' })).toHaveFocus()
  })

  it('confirms by keyboard', async () => {
    const onConfirm = vi.fn()
    render(<Submission onConfirm={onConfirm} />)
    await openIt()
    screen.getByRole('button', { name: 'Confirm' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('stays open while busy, and confirms only once', async () => {
    const onConfirm = vi.fn()
    render(<Submission onConfirm={onConfirm} busy />)
    await openIt()
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await pressEscape()
    expect(onConfirm).not.toHaveBeenCalled()
    expect(dialog()).toBeInTheDocument()
  })
})
