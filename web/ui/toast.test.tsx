import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { expectAccessible } from '#test/support/web/render.tsx'

import { toast, Toaster } from './toast.tsx'

const showToasts = (...messages: string[]) =>
  act(() => messages.forEach((message) => toast(message)))
const advance = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

describe('Toaster (specification §8, §9)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('shows the same message only once at a time', () => {
    render(<Toaster />)
    showToasts('Error fetching banks', 'Error fetching banks')
    expect(screen.getAllByText('Error fetching banks')).toHaveLength(1)
  })

  it('is a polite live region that exists before the first message, and does not take the focus', async () => {
    render(
      <>
        <input aria-label="Email" />
        <Toaster />
      </>,
    )
    const region = screen.getByLabelText('Notifications')
    expect(region).toHaveAttribute('aria-live', 'polite')
    screen.getByLabelText('Email').focus()

    showToasts('Profile updated successfully!')

    expect(region).toHaveTextContent('Profile updated successfully!')
    expect(screen.getByLabelText('Email')).toHaveFocus()
    vi.useRealTimers()
    await expectAccessible()
  })

  it('does not hide messages while the pointer is over them', () => {
    render(<Toaster />)
    showToasts('Campaign deleted successfully')
    const message = screen.getByText('Campaign deleted successfully')

    fireEvent.pointerEnter(screen.getByLabelText('Notifications'))
    advance(10_000)
    expect(message).toBeInTheDocument()

    fireEvent.pointerLeave(screen.getByLabelText('Notifications'))
    advance(4_000)
    expect(message).not.toBeInTheDocument()
  })

  it('removes errors of earlier tries when a form succeeds', () => {
    render(<Toaster />)
    act(() => toast('Username or password is incorrect.', 'error'))
    act(() => toast('Login Successful'))
    expect(screen.queryByText('Username or password is incorrect.')).not.toBeInTheDocument()
    expect(screen.getByText('Login Successful')).toBeInTheDocument()
  })
})
