import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { invalid } from '#shared/text/invalid.ts'
import { paragraphs } from '#shared/text.ts'

import { Field } from '../ui/fields.tsx'
import { Toaster } from '../ui/toast.tsx'
import { ApiForm, useApiForm } from './api-form.tsx'
import { SubmitButton } from './submit-button.tsx'

const schema = z.object({ reason: paragraphs({ min: 10, max: 100, message: invalid.reason }) })
type Values = z.input<typeof schema>

const lost = new TypeError('Failed to fetch dynamically imported module: /assets/schemas.js')
const offline = 'You seem to be offline. Check your connection and try again.'
const broken = 'Something went wrong on our side. Please try again.'
const words = 'The pictures belong to another person.'

/** A load that ends only when the test resolves or rejects it. */
function heldLoad() {
  const load = vi.fn<() => Promise<typeof schema>>()
  const loads = Array.from({ length: 3 }, () => Promise.withResolvers<typeof schema>())
  for (const { promise } of loads) load.mockImplementationOnce(() => promise)
  return { load, loads }
}

const send = vi.fn<(values: Values) => Promise<void>>()

function ReasonForm({ load }: { load: () => Promise<typeof schema> }) {
  const { formProps, field, busy, wait } = useApiForm<typeof load, Values>({
    schema: load,
    defaultValues: { reason: '' },
    onSubmit: send,
  })
  return (
    <>
      <ApiForm {...formProps}>
        <Field label="Reason" {...field('reason')} />
        <SubmitButton busy={busy} wait={wait}>
          Send
        </SubmitButton>
      </ApiForm>
      <Toaster />
    </>
  )
}

const open = (load: () => Promise<typeof schema>) => render(<ReasonForm load={load} />)
const input = () => screen.getByRole('textbox', { name: 'Reason' })
const button = () => screen.getByRole('button', { name: 'Send' })
const type = (text: string) => userEvent.type(input(), text)
const press = () => userEvent.click(button())
const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

beforeEach(() => {
  send.mockReset().mockResolvedValue(undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the schema of a form', () => {
  it('is loaded once the browser is idle, although nothing was touched', async () => {
    const { load } = heldLoad()
    open(load)
    expect(load).not.toHaveBeenCalled()
    await waitFor(() => expect(load).toHaveBeenCalledOnce())
  })

  it('is loaded when a field that was filled in is left, which is then checked', async () => {
    vi.stubGlobal('requestIdleCallback', () => 0)
    vi.stubGlobal('cancelIdleCallback', () => undefined)
    const { load, loads } = heldLoad()
    open(load)
    await type('short')
    expect(load).not.toHaveBeenCalled()
    await userEvent.tab()
    expect(load).toHaveBeenCalledOnce()
    expect(screen.queryByText(invalid.reason)).not.toBeInTheDocument()
    await act(async () => loads[0]?.resolve(schema))
    expect(await screen.findByText(invalid.reason)).toBeVisible()
  })

  it('is loaded by the next check when it could not be loaded for a field that was left offline', async () => {
    goOffline()
    const { load, loads } = heldLoad()
    open(load)
    await type('short')
    await userEvent.tab()
    await act(async () => loads[0]?.reject(lost))
    expect(screen.queryByText(invalid.reason)).not.toBeInTheDocument()
    expect(screen.queryByText(offline)).not.toBeInTheDocument()
    await type(' still')
    await act(async () => loads[1]?.resolve(schema))
    await waitFor(() => expect(screen.queryByText(invalid.reason)).not.toBeInTheDocument())
    await userEvent.clear(input())
    expect(await screen.findByText(invalid.reason)).toBeVisible()
  })
})

describe('a form that is sent before its schema has arrived', () => {
  it('is busy until then, and sends what is typed by then', async () => {
    const { load, loads } = heldLoad()
    open(load)
    await type(words)
    await press()
    expect(button()).toHaveAttribute('aria-busy', 'true')
    await type(' See their page.')
    expect(send).not.toHaveBeenCalled()
    await act(async () => loads[0]?.resolve(schema))
    await waitFor(() => expect(send).toHaveBeenCalledOnce())
    expect(send.mock.calls[0]?.[0]).toEqual({ reason: `${words} See their page.` })
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'))
  })

  it('is sent once when it is sent again while it waits', async () => {
    const { load, loads } = heldLoad()
    open(load)
    await type(words)
    await press()
    await userEvent.type(input(), '{Enter}')
    await press()
    await act(async () => loads[0]?.resolve(schema))
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'))
    expect(send).toHaveBeenCalledOnce()
  })

  it('is not sent with a wrong value, whose field shows why and gets the focus', async () => {
    const { load, loads } = heldLoad()
    open(load)
    await type('short')
    await press()
    await act(async () => loads[0]?.resolve(schema))
    expect(await screen.findByText(invalid.reason)).toBeVisible()
    expect(input()).toHaveFocus()
    expect(input()).toHaveValue('short')
    expect(send).not.toHaveBeenCalled()
  })
})

describe('a form whose schema cannot be loaded', () => {
  it('says offline what to do, keeps what is typed, and is sent by the next try', async () => {
    goOffline()
    const { load, loads } = heldLoad()
    open(load)
    await type(words)
    await press()
    await act(async () => loads[0]?.reject(lost))
    // As a toast, which announces it, and above the fields.
    expect(await screen.findAllByText(offline)).toHaveLength(2)
    expect(input()).toHaveValue(words)
    expect(button()).not.toHaveAttribute('aria-busy')
    expect(send).not.toHaveBeenCalled()
    await press()
    await act(async () => loads[1]?.resolve(schema))
    await waitFor(() => expect(send).toHaveBeenCalledOnce())
    expect(load).toHaveBeenCalledTimes(2)
    expect(screen.getAllByText(offline)).toHaveLength(1)
  })

  it('tries four more times while the browser is online before it says so', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const load = vi.fn<() => Promise<typeof schema>>().mockRejectedValue(lost)
    open(load)
    await user.type(input(), words)
    await user.click(button())
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getAllByText(offline)).not.toHaveLength(0)
    expect(load).toHaveBeenCalledTimes(5)
    expect(send).not.toHaveBeenCalled()
    load.mockResolvedValue(schema)
    await user.click(button())
    await waitFor(() => expect(send).toHaveBeenCalledOnce())
  })

  it('reports a failing script, and says that we are at fault', async () => {
    const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => {})
    const bug = new TypeError('x is not a function')
    open(() => Promise.reject(bug))
    await type(words)
    await press()
    expect(await screen.findAllByText(broken)).not.toHaveLength(0)
    expect(report).toHaveBeenCalledWith(bug)
    expect(input()).toHaveValue(words)
    expect(send).not.toHaveBeenCalled()
  })
})
