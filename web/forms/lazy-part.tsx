import {
  startTransition,
  useCallback,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'

import { connectionText } from '../text/connection.ts'
import { Button } from '../ui/button.tsx'
import { lazyCode } from './lazy-code.ts'
import { whenIdle } from './when-idle.ts'

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
  /** The component, once it is loaded. */
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
