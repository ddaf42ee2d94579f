import { useEffect, useRef } from 'react'

/** A ref for a form. Each new result moves the focus to the first invalid field. */
export function useFocusInvalid(result: object | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (result) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [result])
  return form
}
