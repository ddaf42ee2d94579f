import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ConnectionStatus } from './connection-status.tsx'

it('announces that the browser is offline, and that it is connected again', () => {
  render(<ConnectionStatus />)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()

  vi.stubGlobal('navigator', { onLine: false })
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByRole('status')).toHaveTextContent(
    /^You’re offline. What you typed is still here/,
  )

  vi.stubGlobal('navigator', { onLine: true })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('status')).toHaveTextContent('You’re back online.')
})
