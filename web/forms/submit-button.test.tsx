import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { type RetryWait, SubmitButton } from './submit-button.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const form = (wait: RetryWait) => <SubmitButton wait={wait}>Send</SubmitButton>
const getButton = () => screen.getByRole('button', { name: 'Send' })
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
/** What is seen, and what screen readers are told. */
const getShown = () => document.querySelector('[aria-hidden="true"]')?.textContent ?? null
const getAnnounced = () => document.querySelector('[aria-live="polite"]')?.textContent ?? null

describe('the button of a form', () => {
  it('counts down and is disabled until the form may be sent again', async () => {
    render(form({ retryAfterSeconds: 42 }))
    expect(getButton()).toBeDisabled()
    expect(getShown()).toBe('You can try again in 42 seconds.')
    await pass(1)
    expect(getShown()).toBe('You can try again in 41 seconds.')
    await pass(40)
    expect(getShown()).toBe('You can try again in 1 second.')
    expect(getButton()).toBeDisabled()
    await pass(1)
    expect(getShown()).toBeNull()
    expect(getButton()).toBeEnabled()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('tells screen readers once and politely', async () => {
    render(form({ retryAfterSeconds: 42 }))
    expect(getAnnounced()).toBe('You can try again in 42 seconds.')
    await pass(10)
    expect(getAnnounced()).toBe('You can try again in 42 seconds.')
    await pass(32)
    expect(getAnnounced()).toBe('')
  })

  it('starts again when the same refusal comes again', async () => {
    const { rerender } = render(form({ retryAfterSeconds: 5 }))
    await pass(5)
    rerender(form({ retryAfterSeconds: 5 }))
    expect(getButton()).toBeDisabled()
    await pass(5)
    expect(getButton()).toBeEnabled()
  })

  it('does not start again when the form is rendered again with the same refusal', async () => {
    const wait = { retryAfterSeconds: 5 }
    const { rerender } = render(form(wait))
    await pass(3)
    rerender(form(wait))
    expect(getShown()).toBe('You can try again in 2 seconds.')
  })

  it.each([undefined, {}])('is enabled and says nothing after %o', (wait) => {
    render(form(wait))
    expect(getButton()).toBeEnabled()
    expect([getShown(), getAnnounced()]).toEqual([null, ''])
  })

  it('counts by the clock when the timers of a background tab are late', async () => {
    render(form({ retryAfterSeconds: 60 }))
    vi.setSystemTime(Date.now() + 59_000)
    await pass(1)
    expect(getButton()).toBeEnabled()
  })

  it.each([
    [119, '119 seconds'],
    [120, '2 minutes'],
    [15 * 60 - 1, '15 minutes'],
    [3 * 3_600, '3 hours'],
  ])('writes %i seconds as %s', (retryAfterSeconds, time) => {
    render(form({ retryAfterSeconds }))
    expect(getShown()).toBe(`You can try again in ${time}.`)
  })

  it('is enabled in the page of the server, which names the seconds without script', () => {
    const html = renderToString(form({ retryAfterSeconds: 42 }))
    expect(html).toContain('You can try again in 42 seconds.')
    expect(html).not.toContain('disabled=')
  })
})
