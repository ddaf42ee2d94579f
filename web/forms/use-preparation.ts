import { useEffect } from 'react'

import { usePrepare } from '#web/router/hooks.ts'

import { whenIdle } from './when-idle.ts'

/** Loads the action of a page with a form, and its schema, while the browser is idle. Without them a form waits for them when it is sent. */
export function usePreparation(): void {
  const prepare = usePrepare()
  useEffect(() => whenIdle(() => void prepare()), [prepare])
}
