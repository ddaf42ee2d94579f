import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

import { loadWithRetry } from '../api/load-with-retry.ts'

/** A component whose code is loaded when it is first shown. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const loaded = lazy<ComponentType<Props>>(loadWithRetry(async () => ({ default: await load() })))
  const Loaded = loaded as unknown as ComponentType<Props>
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

/** A dialog whose code is loaded when it first opens. It stays mounted afterwards, so that typed text is kept when it opens again. */
export function lazyDialog<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
) {
  const Part = lazyPart(load)
  return function LazyDialog(props: Props) {
    const [wasOpened, setOpened] = useState(props.open)
    if (props.open && !wasOpened) setOpened(true)
    return wasOpened ? <Part {...props} /> : null
  }
}
