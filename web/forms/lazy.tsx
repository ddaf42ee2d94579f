import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useState,
} from 'react'

import { usePrepare } from '#web/router/navigate.tsx'

import { ApiError, clientError } from '../api/api-error.ts'
import { loadWithRetry } from '../api/connection.ts'
import { connectionText } from '../text/connection.ts'
import { Button } from '../ui/button.tsx'

const longestWaitMs = 2_000
const waitMs = 200

/** Runs work while the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, waitMs)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: longestWaitMs })
  return () => cancelIdleCallback(id)
}

/** Code that is loaded when it is needed, once. */
export type LazyCode<Code> = {
  read: () => Code | undefined
  /** Fails with an `ApiError` if the code cannot be loaded now. Another call tries again. */
  load: () => Promise<Code>
}

export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let code: Code | undefined
  let pending: Promise<Code> | undefined
  const attempt = async () => {
    try {
      code = await loadNow(load)
      return code
    } catch (error) {
      throw explain(error)
    } finally {
      pending = undefined
    }
  }
  return {
    read: () => code,
    load: () => (code === undefined ? (pending ??= attempt()) : Promise.resolve(code)),
  }
}

/** Retries while the browser is online only, because a person who is offline must be told. */
async function loadNow<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch {
    if (!navigator.onLine) throw clientError(0, 'offline')
    return loadWithRetry(load)()
  }
}

/** An error that is no `ApiError` is a bug of the code. */
function explain(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  reportError(error)
  return clientError(0, 'internal')
}

type LoadPart<Props> = () => Promise<ComponentType<Props>>

/** A component whose code is loaded once it is first shown. Nothing stands in its place until then. */
export function lazyPart<Props extends object>(load: LoadPart<Props>) {
  const code = partCode(load)
  return function LazyPart(props: Props) {
    const { Part, failure } = usePart(code, 'now')
    return Part ? <Part {...props} /> : failure
  }
}

/** A dialog whose code is loaded when it first opens. It stays mounted afterwards, so that typed text is kept when it opens again. */
export function lazyDialog<Props extends { open: boolean }>(load: LoadPart<Props>) {
  const Part = lazyPart(load)
  return function LazyDialog(props: Props) {
    const [wasOpened, setOpened] = useState(props.open)
    if (props.open && !wasOpened) setOpened(true)
    return wasOpened ? <Part {...props} /> : null
  }
}

/**
 * A component that is not shown at first. Its code is loaded, and the component mounted, while the browser has nothing else to do, or at once
 * when it is shown or `load` is called. The frame stands in its place until then.
 */
export function idlePart<Props extends object>(load: LoadPart<Props>, frame: ReactNode = null) {
  const code = partCode(load)
  function IdlePart(props: Props & { isShown: boolean }) {
    const { Part, failure } = usePart(code, props.isShown ? 'now' : 'idle')
    return Part ? <Part {...props} /> : ((props.isShown ? failure : null) ?? frame)
  }
  return Object.assign(IdlePart, { load: code.load })
}

/** Stands in place of a tab. As high as the window, so that what follows moves below it only. */
export const tabFrame = (
  <output className="block min-h-dvh text-muted">{connectionText.loading}</output>
)

type PartCode<Props> = {
  read: () => ComponentType<Props> | undefined
  /** Resolves to undefined if it cannot be loaded now. Another call tries again. */
  load: () => Promise<ComponentType<Props> | undefined>
}

function partCode<Props>(load: LoadPart<Props>): PartCode<Props> {
  const code = lazyCode(load)
  return { read: code.read, load: () => code.load().catch(() => undefined) }
}

/** The first render is that of the server, which loads nothing. */
function usePart<Props>(code: PartCode<Props>, when: 'now' | 'idle') {
  const [loaded, setLoaded] = useState<ComponentType<Props>>()
  const [isFailed, setFailed] = useState(false)
  const start = useCallback(async () => {
    const part = await code.load()
    startTransition(() => {
      setLoaded(() => part)
      setFailed(part === undefined)
    })
  }, [code])
  useEffect(() => {
    if (when === 'idle') return whenIdle(() => void start())
    void start()
    return undefined
  }, [start, when])
  const retry = useCallback(() => {
    setFailed(false)
    void start()
  }, [start])
  useEffect(() => {
    if (!isFailed) return undefined
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isFailed, retry])

  // What `load` has loaded is mounted together with what shows it, so that its fields can be focused then.
  const Part = loaded ?? (when === 'now' ? code.read() : undefined)
  const failure: ReactNode = isFailed ? <Failure onRetry={retry} /> : null
  return { Part, failure }
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="card grid max-w-2xl justify-items-start gap-3 p-4">
      <p className="font-medium text-danger">{connectionText.partFailed}</p>
      <Button variant="quiet" onClick={onRetry}>
        {connectionText.tryAgain}
      </Button>
    </div>
  )
}

/** Loads the action of a page with a form, and its schema, while the browser is idle. Without them a form waits for them when it is sent. */
export function usePreparation(): void {
  const prepare = usePrepare()
  useEffect(() => whenIdle(() => void prepare()), [prepare])
}
