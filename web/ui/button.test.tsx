import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'

import { expectAccessible } from '#test/support/web/render.tsx'

import { Button } from './button.tsx'

describe('Button', () => {
  it('is activated by click, Enter and Space', async () => {
    const onClick = vi.fn()
    render(<Button onClick={onClick}>Proceed</Button>)

    await userEvent.click(screen.getByRole('button', { name: 'Proceed' }))
    await userEvent.keyboard('{Enter} ')

    expect(onClick).toHaveBeenCalledTimes(3)
    await expectAccessible()
  })

  it('ignores clicks while busy, and keeps its name and the focus', async () => {
    const onClick = vi.fn()
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    const form = (busy: boolean) => (
      <form onSubmit={onSubmit}>
        <input aria-label="Email" />
        <Button type="submit" busy={busy} onClick={onClick}>
          Proceed
        </Button>
      </form>
    )
    const { rerender } = render(form(false))
    screen.getByRole('button').focus()
    rerender(form(true))

    const button = screen.getByRole('button', { name: 'Proceed' })
    await userEvent.click(button)
    await userEvent.type(screen.getByLabelText('Email'), '{Enter}')

    expect(onClick).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(button).toHaveAttribute('aria-busy', 'true')
    expect(button).toBeEnabled()
    await expectAccessible()
  })

  it('does not submit a form by default', async () => {
    const onSubmit = vi.fn()
    render(
      <form onSubmit={onSubmit}>
        <Button>Open</Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button'))
    expect(onSubmit).not.toHaveBeenCalled()
  })
})
