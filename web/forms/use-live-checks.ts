import { useRef, type FormEvent } from 'react'

import { useAfterPress } from '../ui/use-after-press.ts'

/** Where a field's error comes from. A server's error can be checked by the server only. */
type ErrorOrigin = 'schema' | 'server'

/** Says whether an input checks a field again. `origin` is that of the error that it shows. */
export type IsChecked = (field: string, origin: ErrorOrigin | undefined) => boolean

/**
 * Handlers of a form that check fields again: those that show an error on each input, and those that were filled in once they are
 * left. An error disappears as soon as its field is right. A server's error disappears when its own field changes.
 */
export function useLiveChecks(check: (isChecked: IsChecked) => void | Promise<void>) {
  const edited = useRef(new Set<string>())
  const left = useRef(new Set<string>())
  const afterPress = useAfterPress()

  const checkAfter = (changed: string) =>
    void check((field, origin) => {
      if (origin === 'server' && field !== changed) return false
      return origin !== undefined || left.current.has(field)
    })
  return {
    onChange: ({ target }: FormEvent) => {
      const name = readName(target)
      if (name === undefined) return
      edited.current.add(name)
      checkAfter(name)
    },
    onBlur: ({ target }: FormEvent) => {
      const name = readName(target)
      if (name === undefined || !edited.current.has(name) || left.current.has(name)) return
      left.current.add(name)
      // An error that appears during a click would move what is clicked.
      afterPress(() => checkAfter(''))
    },
  }
}

function readName(target: EventTarget): string | undefined {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  return isField && target.name !== '' ? target.name : undefined
}
