import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { idlePart, lazyDialog, lazyPart } from './lazy.tsx'

const lost = new TypeError('Failed to fetch dynamically imported module: /assets/step.js')
const Step = ({ name }: { name: string }) => <p>{name}</p>
const frame = <output>Loading</output>

/** A load that ends only when the test resolves or rejects it. */
function heldLoad() {
  const held = vi.fn<() => Promise<typeof Step>>()
  const loads = Array.from({ length: 3 }, () => Promise.withResolvers<typeof Step>())
  for (const { promise } of loads) held.mockImplementationOnce(() => promise)
  return { load: held, loads }
}

afterEach(() => vi.restoreAllMocks())

describe('a part that is not shown at first', () => {
  it('is loaded once nothing else is done, and mounted', async () => {
    const { load, loads } = heldLoad()
    const Part = idlePart(load, frame)
    render(<Part isShown={false} name="next tab" />)
    expect(load).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
    expect(screen.getByText('Loading')).toBeVisible()
    await act(async () => loads[0]?.resolve(Step))
    expect(screen.getByText('next tab')).toBeVisible()
  })

  it('is loaded at once when it is shown', () => {
    const { load } = heldLoad()
    const Part = idlePart(load, frame)
    const { rerender } = render(<Part isShown={false} name="next tab" />)
    expect(load).not.toHaveBeenCalled()
    rerender(<Part isShown name="next tab" />)
    expect(load).toHaveBeenCalledOnce()
  })

  it('is mounted with the render that shows it when it was loaded before', async () => {
    const Part = idlePart(async () => Step, frame)
    await Part.load()
    const { rerender } = render(<Part isShown={false} name="next tab" />)
    expect(screen.queryByText('next tab')).not.toBeInTheDocument()
    rerender(<Part isShown name="next tab" />)
    expect(screen.getByText('next tab')).toBeVisible()
  })

  it('is its frame on the server and in the first render of the browser', async () => {
    const { load, loads } = heldLoad()
    const Part = idlePart(load, frame)
    const page = <Part isShown name="next tab" />
    const container = document.createElement('div')
    container.innerHTML = renderToString(page)
    expect(container).toHaveTextContent('Loading')
    expect(load).not.toHaveBeenCalled()
    const onRecoverableError = vi.fn<(error: unknown) => void>()
    const root = await act(async () => hydrateRoot(container, page, { onRecoverableError }))
    await act(async () => loads[0]?.resolve(Step))
    expect(container).toHaveTextContent('next tab')
    expect(onRecoverableError).not.toHaveBeenCalled()
    act(() => root.unmount())
  })
})

describe('a part that cannot be loaded', () => {
  const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

  it('says so while the browser is offline, and is loaded by Try again', async () => {
    goOffline()
    const { load, loads } = heldLoad()
    const Part = idlePart(load, frame)
    render(<Part isShown name="next tab" />)
    await act(async () => loads[0]?.reject(lost))
    expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t load this part of the page.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByText('Loading')).toBeVisible()
    await act(async () => loads[1]?.resolve(Step))
    expect(screen.getByText('next tab')).toBeVisible()
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is loaded without a click when the browser is online again', async () => {
    goOffline()
    const { loads, load } = heldLoad()
    const Part = lazyPart(load)
    render(<Part name="next tab" />)
    await act(async () => loads[0]?.reject(lost))
    await act(async () => {
      dispatchEvent(new Event('online'))
      loads[1]?.resolve(Step)
    })
    expect(screen.getByText('next tab')).toBeVisible()
  })

  it('is loaded again without a word after one lost request', async () => {
    const { loads, load } = heldLoad()
    const Part = lazyPart(load)
    render(<Part name="next tab" />)
    await act(async () => {
      loads[0]?.reject(lost)
      loads[1]?.resolve(Step)
    })
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByText('next tab')).toBeVisible()
  })

  it('reports an error of its code', async () => {
    const bug = new TypeError('x is not a function')
    const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => {})
    const Part = lazyPart(() => Promise.reject(bug))
    render(<Part />)
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(report).toHaveBeenCalledExactlyOnceWith(bug)
  })
})

it('loads a dialog when it first opens, and leaves it mounted', async () => {
  const Dialog = ({ open }: { open: boolean }) => <p>{open ? 'open' : 'closed'}</p>
  const load = vi.fn<() => Promise<typeof Dialog>>().mockResolvedValue(Dialog)
  const Lazy = lazyDialog(load)
  const { rerender } = render(<Lazy open={false} />)
  expect(load).not.toHaveBeenCalled()
  rerender(<Lazy open />)
  expect(await screen.findByText('open')).toBeVisible()
  rerender(<Lazy open={false} />)
  expect(screen.getByText('closed')).toBeVisible()
})
