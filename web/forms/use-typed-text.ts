import { useEffect, type RefObject } from 'react'

const load = () => import('./typed-text.ts')

type Options = {
  /** Identifies the form among those of its page. Nothing is kept without it. */
  name: string | undefined
  /** The last refusal, for a form whose success is another page. */
  result?: object | undefined
}

/** Keeps the typed text of a form across reloads and navigation. Loaded after the form, which works without it. */
export function useTypedText(
  form: RefObject<HTMLFormElement | null>,
  { name, result }: Options,
): void {
  useEffect(() => {
    if (name === undefined) return undefined
    let isCurrent = true
    let end: (() => void) | undefined
    load().then(
      ({ keepTypedText }) => {
        if (isCurrent && form.current) end = keepTypedText(form.current, name)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
      end?.()
    }
  }, [form, name])

  useEffect(() => {
    const element = form.current
    if (name === undefined || !result || !element) return
    void load().then(({ saveTypedText }) => saveTypedText(element, name))
  }, [form, name, result])
}

/** Called when the form was accepted. */
export async function forgetTyped(name: string | undefined): Promise<void> {
  if (name !== undefined) (await load()).forgetTypedText(name)
}
